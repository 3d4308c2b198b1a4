import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { textOf } from '#shared/desk-messages.ts';
import type { PublicRead, PublicReads, RenderedPage } from '#shared/page-bundle.ts';
import type { Capabilities } from '../bff/capabilities.ts';
import { unreceivedFields } from '../bff/form-kinds.ts';
import type { ReadAnswer } from '../bff/reads/fetch-read.ts';
import type { ReadHost } from '../bff/reads/host-reads.ts';
import { notAsked, type SharedReads } from '../bff/reads/reads.ts';
import { readOwnText } from '../bff/saved-site/site-calls.ts';
import { rewriteRules } from '../bff/upstream/addresses.ts';
import { disconnectSignal } from '../bff/upstream/exchange.ts';
import { anonymousHeaders, visitorHeaders } from '../bff/upstream/headers.ts';
import type { Params, Upstream } from '../bff/upstream/upstream.ts';
import { AnswerCache, keyOfPage, type Made } from '../cache/answer-cache.ts';
import type { DiskStore } from '../cache/disk-store.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { bytesOf, type ReadyAnswer, readyAnswer, renewedAnswer } from '../http/ready-answer.ts';
import { causeOf, noteProblems, type Problem, requestIdOf } from '../http/requests.ts';
import { createQueue } from '../process/work.ts';
import type { LiveCompany } from '../site/live-company.ts';
import type { LoadedCompany } from '../site/load-site.ts';

interface PublicReadsOptions {
  upstream: Upstream;
  capabilities: Capabilities;
  readHost: ReadHost;
  sharedReads: SharedReads;
  publicUrl: URL;
  company: Pick<LiveCompany, 'now'>;
  config: Pick<Config, 'UPSTREAM_MEDIA_PATHS'>;
  log: Logger;
}

interface ReadsOptions {
  /** How long all reads of one request may take together, in milliseconds. */
  ms: number;
}

/** Facts about the reads of a shared page, collected while it is rendered. */
interface ReadSummary {
  /** Age of the oldest answer, in milliseconds. */
  ageMs: number;
  /** The earliest time at which one of the answers stops being true, in milliseconds since 1970. */
  endsAt: number;
  /** True if one of the answers is meant for one visitor only. */
  isPersonal: boolean;
  /** The reads that failed, with the reasons. */
  problems: Problem[];
}

/** Opens reads of public content, for pages and files. */
export interface OpenReads {
  /** Opens the reads for one request. */
  (req: Request, res: Response, options: ReadsOptions): PublicReads;
  /** Opens the reads for content that visitors share; the host is sent no data of any visitor. */
  forEverybody(options: SharedReadsOptions): { reads: PublicReads; seen: ReadSummary };
}

/** A matched call: its contract row, and the values for the `{…}` parts of its path. */
interface Matched {
  row: ContractRow;
  params: Params;
}

interface Principal {
  requestId: string;
  /** How long all reads together may take, in milliseconds. */
  ms: number;
  headers: Record<string, string>;
  /** Fires when no caller waits for the page any more. */
  left: AbortSignal | undefined;
  isPatient?: boolean;
  /** Called with each read that fails. */
  onProblem?: (problem: Problem) => void;
}

/**
 * Answers the reads of a page while the page is rendered, as the BFF answers a visitor's calls: with the same rows,
 * headers, sanitising, envelope and cache, and without a session. Only public reads are possible, so that a page
 * never shows more than a visitor could fetch. A failed read is logged with the id of the request.
 */
export function publicReads(options: PublicReadsOptions): OpenReads {
  const { upstream, publicUrl } = options;

  const openReads = (req: Request, res: Response, { ms }: ReadsOptions) => {
    const requestId = requestIdOf(res);
    const headers = visitorHeaders(req, { url: upstream.url, publicUrl, requestId });
    const left = disconnectSignal(res);
    const onProblem = (problem: Problem) => noteProblems(res, [problem]);
    return readsOf(options, { requestId, ms, headers, left, onProblem }).reads;
  };
  const forEverybody = ({ signal: left, ...principal }: SharedReadsOptions) => {
    const headers = anonymousHeaders({ url: upstream.url, publicUrl, requestId: principal.requestId });
    return readsOf(options, { ...principal, headers, left });
  };
  return Object.assign(openReads, { forEverybody });
}

interface SharedReadsOptions {
  requestId: string;
  ms: number;
  signal?: AbortSignal;
  /** True if stale answers are refreshed before they are used. */
  isPatient?: boolean;
}

/** Opens the reads for one request, or for one shared page. */
function readsOf(options: PublicReadsOptions, principal: Principal) {
  const { capabilities, company, sharedReads, readHost, upstream, publicUrl, config } = options;
  const { requestId, headers, left, isPatient } = principal;
  const seen: ReadSummary = { ageMs: 0, endsAt: Number.POSITIVE_INFINITY, isPersonal: false, problems: [] };
  const rules = rewriteRules(publicUrl.host, upstream, config);
  /** Fires when the time for the page's reads is over. */
  const overdue = AbortSignal.timeout(principal.ms);

  const reads: PublicReads = async (path, end) => {
    const { row, params } = matchContract('GET', path);
    if (row?.name === contract.hostCalls.name) {
      const missing = await capabilities.missing();
      const { restores } = capabilities;
      const unreceived = unreceivedFields(capabilities);
      return success({ missing, ...(restores && { restores }), ...(unreceived && { unreceived }) });
    }
    if (row?.name === contract.sitePage.name) return ownTextRead(company.now(), path);
    if (row?.access !== 'public' || row.origin === 'session') return failure('request.notFound', 404);
    try {
      const signals = [overdue, left, end].filter((each) => each instanceof AbortSignal);
      return await ask({ row, params }, path, AbortSignal.any(signals));
    } catch (error) {
      if (left?.aborted || end?.aborted) return failure('request.aborted', 499);
      const known = inTime(error, overdue.aborted, principal.ms);
      if (known.status >= 500 || isRefused(known)) report(known, row);
      return failure(known.code, known.status);
    }
  };

  /** Reads a row: from the cache for all visitors if the row may be shared, otherwise for this caller alone. */
  async function ask({ row, params }: Matched, path: string, signal: AbortSignal): Promise<PublicRead> {
    const found = await sharedReads.get(row, path, { params, requestId, signal, isPatient });
    if (found) {
      seen.ageMs = Math.max(seen.ageMs, found.ageMs);
      seen.endsAt = Math.min(seen.endsAt, found.endsAt);
      const { prepared } = found.value;
      if (prepared) return { status: 200, body: JSON.parse(prepared.bodies.identity.toString()) };
      if (found.value.answer.status < 300) seen.isPersonal = true;
      return answered(found.value.answer);
    }
    // A form token (a row without `freshSeconds`) does not make a page personal: it only states when the page was
    // made, so visitors may share it.
    if (row.freshSeconds !== undefined) seen.isPersonal = true;
    return answered(await readHost({ row, params, path, headers, rules, signal }));
  }

  function report(known: AppError, row: ContractRow) {
    const asked = known.askedAs ?? requestId;
    const problem: Problem = { call: row.name, cause: causeOf(known), asked };
    seen.problems.push(problem);
    principal.onProblem?.(problem);
    options.log.warn(
      { id: requestId, ...problem, code: known.code, err: known.cause ?? known },
      'a read for a page failed',
    );
  }

  return { reads, seen };
}

/**
 * Returns the error of a read. If this site aborted the read because the page's time was over, that counts as a timeout
 * of the host.
 */
function inTime(error: unknown, isOverdue: boolean, ms: number) {
  if (isOverdue && (!(error instanceof AppError) || error.code === 'request.aborted')) {
    const text = `no answer within the ${ms} ms that a page may take`;
    const cause = Object.assign(new Error(text), { code: 'PAGE_TIMEOUT' });
    return new AppError('upstream.timeout', 504, { cause });
  }
  return error instanceof AppError ? error : new AppError('request.failed', 500, { cause: error });
}

/** Answers the read `sitePage` from a company: a text that the company has written itself. */
export async function ownTextRead(
  company: Pick<LoadedCompany, 'site' | 'texts'>,
  path: string,
  options?: { withDrafts?: boolean },
): Promise<PublicRead> {
  const wanted = new URL(path, 'http://site').searchParams.get('path') ?? '';
  const found = await readOwnText(company, wanted, options);
  return found ? success(found) : failure('request.notFound', 404);
}

function answered({ status, body }: ReadAnswer): PublicRead {
  if (isRefused({ status })) throw refusal(status);
  return { status, body: body?.value };
}

/**
 * True for a refusal such as 401, 403 or 429. Visitors cannot do anything about it, and should not see the host's
 * text.
 */
function isRefused({ status }: Pick<ReadAnswer, 'status'>) {
  return status >= 400 && status < 500 && ![404, 410, 422].includes(status);
}

function refusal(status: number) {
  const cause = new Error(`the API host answered ${status}`);
  return new AppError(status === 429 ? 'upstream.busy' : 'upstream.refused', status, { cause });
}

function success(data: unknown): PublicRead {
  return { status: 200, body: { status: 1, data } };
}

function failure(code: AppError['code'], status: number): PublicRead {
  return { status, body: { status: 0, code, message: textOf(code) } };
}

/**
 * Result of making a page: a page that all visitors share (`prepared`), or a page only for the callers who waited for
 * it.
 */
type SharedPage =
  | { prepared: ReadyAnswer }
  | { prepared?: undefined; page: RenderedPage; html: string; problems: readonly Problem[] };

interface SharedPagesOptions {
  /** Renders the page at a whole URL. */
  render: (address: string, options: { reads: ReturnType<OpenReads> }) => Promise<RenderedPage>;
  makeHtml: (page: RenderedPage) => string;
  takeSlot: TakeSlot;
  openReads: OpenReads;
  /** How long the reads of one page may take together, in milliseconds. */
  readsMs: number;
  origin: string;
  /** True while the API host counts as down. */
  isDown: () => boolean;
  log: Logger;
  /** Maximum total size of the cached pages, in bytes. */
  maxBytes: number;
  /** Disk cache in which pages outlive the process; absent if there is none. */
  disk?: DiskStore;
  now?: () => number;
}

/**
 * Creates the public pages for visitors without a session, each rendered once for all (server/cache/README.md).
 */
export function createSharedPages(options: SharedPagesOptions) {
  const { render, makeHtml, takeSlot, openReads, readsMs, origin, isDown, log, maxBytes, disk, now } =
    options;
  const cache = new AnswerCache<SharedPage>({
    maxBytes,
    ...(now && { now }),
    disk: disk && { stored: disk.namespace('pages'), toValue: (prepared) => ({ prepared }) },
    renewed: renewedAnswer,
    onRefreshFailed(error, key) {
      if (error instanceof AppError && notAsked.has(error.code)) return;
      log.warn({ path: key.split('?', 1)[0], err: error }, 'a cached page could not be refreshed');
    },
  });

  async function makePage(
    key: string,
    requestId: string,
    before: SharedPage | undefined,
  ): Promise<Made<SharedPage>> {
    // While the host is down, a new page would lack its content. When this error is thrown, the cache serves the
    // stored page.
    if (before?.prepared && isDown()) throw new AppError('upstream.down', 503);
    const endTurn = await takeSlot();
    if (!endTurn) throw new AppError('answer.busy', 503, { retryAfter: 10 });
    const isPatient = before?.prepared !== undefined;
    const { reads, seen } = openReads.forEverybody({ requestId, ms: readsMs, isPatient });
    const page = await render(new URL(key, origin).href, { reads }).finally(endTurn);
    const hasMoved = page.movedTo !== undefined;
    const html = hasMoved ? '' : makeHtml(page);
    const value = { page, html, problems: seen.problems };
    if (seen.isPersonal && !hasMoved) return { value, keep: 'pass', bytes: 0 };
    if (hasMoved || page.status === 404 || page.status === 410) return { value, keep: 'remove', bytes: 0 };
    if (page.status !== 200 || !page.whole) return { value, keep: 'leave', bytes: 0 };
    const prepared = readyAnswer(Buffer.from(html), {
      type: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      // A visitor with a session gets another page at this URL, so a cache must not use the page for requests with
      // other cookies.
      headers: { Vary: 'Cookie' },
      isPacked: true,
    });
    return {
      value: { prepared },
      keep: 'store',
      bytes: bytesOf(prepared),
      // A page counts as old as the oldest of the answers from which it was made.
      madeAt: cache.now() - seen.ageMs,
      endsAt: seen.endsAt,
    };
  }

  return {
    cache,
    /**
     * Returns the page at a target (path with query). Undefined if part of its content is meant for one visitor only.
     * Rejects with AppError `answer.busy` if there was no free slot, with the error if rendering failed, and with the
     * reason of `signal`.
     */
    get(target: string, { requestId, signal }: { requestId: string; signal: AbortSignal }) {
      const { key, isRare } = keyOfPage(target);
      return cache.get(key, (before) => makePage(key, requestId, before), { signal, isRare });
    },
  };
}

interface RenderSlotsOptions {
  /** Number of pages that may be rendered at the same time. */
  atOnce: number;
  /** How long a page waits for a free slot, in milliseconds. */
  waitMs: number;
  /** How long a page may hold its slot while it waits for the API host, in milliseconds. */
  turnMs: number;
}

/**
 * Waits for a slot, and resolves with the function that gives it back; undefined if no slot became free in time, or
 * `signal` fired.
 */
type TakeSlot = ReturnType<typeof createRenderSlots>;

/**
 * Limits how many pages are rendered at the same time, so that in a burst of requests some pages are finished in
 * time, instead of all of them too late. A page that is not finished after `turnMs` probably waits for a slow host
 * and uses no processor time: it continues without its slot, which goes to the next page. Otherwise `atOnce` pages
 * that wait for a dead host would block the site.
 */
export function createRenderSlots({ atOnce, waitMs, turnMs }: RenderSlotsOptions) {
  const inSlot = createQueue({ atOnce });
  return (signal?: AbortSignal): Promise<(() => void) | undefined> =>
    new Promise((resolve) => {
      const turn = () =>
        new Promise<void>((end) => {
          const timer = setTimeout(end, turnMs);
          resolve(() => {
            clearTimeout(timer);
            end();
          });
        });
      inSlot(turn, AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(waitMs)])).catch(() =>
        resolve(undefined),
      );
    });
}
