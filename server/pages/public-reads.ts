import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { textOf } from '#shared/desk-messages.ts';
import type { PublicRead, PublicReads } from '#shared/page-bundle.ts';
import type { Capabilities } from '../bff/capabilities.ts';
import type { ReadAnswer } from '../bff/reads/fetch-read.ts';
import type { ReadHost } from '../bff/reads/host-reads.ts';
import type { SharedReads } from '../bff/reads/reads.ts';
import { readOwnText } from '../bff/saved-site/own-texts.ts';
import { disconnectSignal } from '../bff/upstream/exchange.ts';
import { anonymousHeaders, upstreamHeaders } from '../bff/upstream/headers.ts';
import type { Params, Upstream } from '../bff/upstream/upstream.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { causeOf } from '../http/causes.ts';
import { noteProblems, type Problem, requestIdOf } from '../http/requests.ts';
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
    const headers = {
      ...upstreamHeaders(req, { url: upstream.url, requestId, without: ofTheDocument }),
      accept: 'application/json',
      // The host gets the site's public origin, because a page has only one origin. It does not get the host name of
      // the visitor's request.
      'x-forwarded-proto': publicUrl.protocol.slice(0, -1),
      'x-forwarded-host': publicUrl.host,
    };
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
  const rules = { hosts: [upstream.url.host, publicUrl.host], mediaPaths: config.UPSTREAM_MEDIA_PATHS };
  /** Fires when the time for the page's reads is over. */
  const overdue = AbortSignal.timeout(principal.ms);

  const reads: PublicReads = async (path, end) => {
    const matched = matchContract('GET', path.split('?', 1)[0] ?? '');
    const { row, params } = matched;
    if (row?.name === contract.hostCalls.name) {
      const missing = await capabilities.missing();
      const { restores } = capabilities;
      return success({ missing, ...(restores && { restores }) });
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
    return answered(await readHost({ row, params, method: 'GET', path, headers, rules, signal }));
  }

  function report(known: AppError, row: ContractRow): void {
    const asked = known.askedAs ?? requestId;
    const problem = { call: row.name, cause: causeOf(known), asked };
    seen.problems.push(problem);
    principal.onProblem?.(asked === requestId ? { ...problem, asked: undefined } : problem);
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
function inTime(error: unknown, isOverdue: boolean, ms: number): AppError {
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
 * Headers of the browser that concern the document that it requested, and not the reads for the content of the
 * document.
 */
const ofTheDocument = ['accept', 'accept-language', 'if-none-match', 'if-modified-since', 'range'] as const;

/**
 * True for a refusal such as 401, 403 or 429. Visitors cannot do anything about it, and should not see the host's
 * text.
 */
function isRefused({ status }: Pick<ReadAnswer, 'status'>): boolean {
  return status >= 400 && status < 500 && ![404, 410, 422].includes(status);
}

function refusal(status: number): AppError {
  const cause = new Error(`the API host answered ${status}`);
  return new AppError(status === 429 ? 'upstream.busy' : 'upstream.refused', status, { cause });
}

function success(data: unknown): PublicRead {
  return { status: 200, body: { status: 1, data } };
}

function failure(code: AppError['code'], status: number): PublicRead {
  return { status, body: { status: 0, code, message: textOf(code) } };
}
