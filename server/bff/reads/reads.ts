import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import type { ErrorCode } from '#shared/messages.ts';
import type { ListPage, NewestPost } from '#shared/page-bundle.ts';
import { endOf } from '#shared/schemas/job.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import { AnswerCache, keyOfRead, type Made } from '../../cache/answer-cache.ts';
import type { DiskStore } from '../../cache/disk-store.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import {
  bytesOf,
  type ReadyAnswer,
  readyAnswer,
  renewedAnswer,
  sendJsonBytes,
  sendReady,
} from '../../http/ready-answer.ts';
import { requestIdOf } from '../../http/requests.ts';
import { callOf } from '../call.ts';
import type { Sessions } from '../session/sessions.ts';
import { guardAnswer } from '../session/token-in-answers.ts';
import { rewriteRules } from '../upstream/addresses.ts';
import { unusableAnswer } from '../upstream/answers.ts';
import { disconnectSignal } from '../upstream/exchange.ts';
import { anonymousHeaders, setHead, upstreamHeaders, withCacheRule } from '../upstream/headers.ts';
import type { Params, Upstream } from '../upstream/upstream.ts';
import type { ReadAnswer, ReadRequest } from './fetch-read.ts';
import type { ReadHost } from './host-reads.ts';

interface ReadsOptions {
  readHost: ReadHost;
  sharedReads: SharedReads;
  upstream: Upstream;
  sessions: Sessions;
  config: Pick<Config, 'UPSTREAM_MEDIA_PATHS' | 'VIEW_BLOG_AUTH_HEADER'>;
  log: Logger;
}

/**
 * Answers the contract's JSON reads. Each answer is fetched completely, checked and sanitised before it is sent. An
 * answer that visitors may share is fetched once for all of them. The reads of a session are made separately and not
 * stored.
 */
export function answerReads(options: ReadsOptions): RequestHandler {
  const { readHost, sharedReads, upstream, sessions, config, log } = options;
  return (req, res, next) => {
    const { row, session } = callOf(res);
    // The host gets a GET even for HEAD, so that the answer has the same headers; Node leaves out the body. A read that
    // changes something is passed on as it is.
    if (!row || !isRead(row) || (row.marks && req.method === 'HEAD')) next();
    else if (session || row.freshSeconds === undefined) answerRead(row, req, res).catch(next);
    else answerShared(row, req, res).catch(next);
  };

  async function answerShared(row: ContractRow, req: Request, res: Response) {
    const signal = disconnectSignal(res);
    const found = await sharedReads
      .get(row, req.originalUrl, { params: callOf(res).params, requestId: requestIdOf(res), signal })
      .catch((error: unknown) => {
        throw signal.aborted ? new AppError('request.aborted', 499) : error;
      });
    const value = found?.value;
    if (found && value?.prepared) return sendReady(req, res, value.prepared, found);
    // `value` is absent or belongs to one visitor if the host answers each visitor differently; this visitor's read
    // is then made separately.
    if (!value || value.prepared || value.answer.status < 300) return answerRead(row, req, res);
    res.status(value.answer.status).set(withCacheRule(value.answer.headers, false));
    sendBody(res, value.answer);
  }

  async function answerRead(row: ContractRow, req: Request, res: Response) {
    const { session, params } = callOf(res);
    const forgetRefused = (status: unknown) => {
      if (status === 401 && session) sessions.endRefused(res, session);
    };
    const answer = await readHost({
      row,
      params,
      path: req.originalUrl,
      user: session?.user,
      headers: upstreamHeaders(req, {
        url: upstream.url,
        requestId: requestIdOf(res),
        session,
        misspelledHeader: row.misspelledAuth && config.VIEW_BLOG_AUTH_HEADER,
        without: row.html ? ['range', 'if-none-match', 'if-modified-since'] : ['range'],
      }),
      guard: (given) => guardAnswer(given, res, log),
      rules: rewriteRules(req.host, upstream, config),
      signal: disconnectSignal(res),
    }).catch((error: unknown) => {
      forgetRefused(error instanceof AppError && error.status);
      throw error;
    });
    forgetRefused(answer.status);
    setHead(res, answer.status, withCacheRule(answer.headers, Boolean(session)));
    sendBody(res, answer);
  }
}

function sendBody(res: Response, { body }: ReadAnswer) {
  if (body) sendJsonBytes(res, body.bytes);
  else res.end();
}

/** True for rows that are answered here with JSON. Session rows are answered earlier, and downloads are streamed. */
function isRead(row: ContractRow) {
  return row.method === 'GET' && row.origin !== 'session' && !row.download;
}

/**
 * Result of a shared read. `prepared` is an answer for all visitors. Without it, `answer` is only for the callers who
 * waited for it: a refusal, or an answer that the host meant for one visitor (status 200, not `shared`).
 */
type SharedRead = { prepared: ReadyAnswer } | { prepared?: undefined; answer: ReadAnswer };

/** The public reads of the contract, each fetched once for all visitors (server/cache/README.md). */
export type SharedReads = ReturnType<typeof createSharedReads>;

interface SharedReadsOptions {
  readHost: ReadHost;
  upstream: Upstream;
  publicUrl: URL;
  config: Pick<Config, 'UPSTREAM_MEDIA_PATHS'>;
  log: Logger;
  /** Maximum total size of the cached answers, in bytes. */
  maxBytes: number;
  /** Disk cache in which answers outlive the process; absent if there is no disk cache. */
  site: LiveSite;
  disk?: DiskStore;
  now?: () => number;
}

export function createSharedReads(options: SharedReadsOptions) {
  const { readHost, upstream, publicUrl, config, log, maxBytes, disk, now } = options;
  // Uses the configured origin, because a shared answer must not depend on the name under which the first visitor
  // reached this site.
  const rules = rewriteRules(publicUrl.host, upstream, config);
  const cache = new AnswerCache<SharedRead>({
    maxBytes,
    ...(now && { now }),
    disk: disk && { stored: disk.namespace('reads'), toValue: (prepared) => ({ prepared }) },
    renewed: renewedAnswer,
    isGone,
    onRefreshFailed(error, key) {
      const known = error instanceof AppError ? error : undefined;
      // For these codes the host was not called (`notAsked`), so there is no failure of the host to log.
      if (known && notAsked.has(known.code)) return;
      const path = key.split('?', 1)[0];
      log.warn(
        { path, code: known?.code, err: known?.cause ?? error },
        'a cached answer could not be refreshed',
      );
    },
  });

  async function fetchShared(
    { row, params }: { row: ContractRow; params: Params },
    path: string,
    requestId: string,
    before: SharedRead | undefined,
  ): Promise<Made<SharedRead>> {
    // A cached answer is not refreshed now: the calls that the host's limit still allows are reserved for answers
    // that are not cached.
    if (before?.prepared && !upstream.mayRefresh()) throw new AppError('upstream.busy', 503);
    const begun = Date.now();
    const headers = anonymousHeaders({ url: upstream.url, publicUrl, requestId });
    const answer = await readHost({
      row,
      params,
      path,
      headers,
      rules,
    });
    const { body } = answer;
    // Only 304 has no body; the request was unconditional, so it is no valid answer.
    if (!body) throw unusableAnswer(new Error('status 304 to an unconditional request'));
    if (answer.status !== 200) {
      return { value: { answer }, keep: goneStatuses.has(answer.status) ? 'remove' : 'leave', bytes: 0 };
    }
    if (!answer.shared) return { value: { answer }, keep: 'pass', bytes: 0 };
    const prepared = readyAnswer(body.bytes, { ...describe(answer), row: row.name });
    return {
      value: { prepared },
      keep: 'store',
      bytes: bytesOf(prepared),
      endsAt: row.ends && endOfAnswer(row.ends, body.value, begun, options.site().time_zone),
      freshMs: row.freshSeconds === undefined ? undefined : row.freshSeconds * 1000,
    };
  }

  return {
    cache,
    /**
     * Returns the answer of a row at `target` (path with query) for a caller without a session. Undefined if the host
     * answers each visitor differently, and for rows that are never shared. Rejects with AppError like `ReadHost`, and
     * with the reason of `signal`.
     */
    async get(
      row: ContractRow,
      target: string,
      {
        params,
        requestId,
        signal,
        isPatient = false,
      }: { params: Params; requestId: string; signal?: AbortSignal; isPatient?: boolean },
    ) {
      if (row.freshSeconds === undefined) return undefined;
      const { key, isRare } = keyOfRead(row, target);
      // `group`: once the host has answered one read of a row differently for each visitor, all reads of that row are
      // no longer shared.
      const options = { signal, isRare, group: row.name, isPatient };
      return cache.get(key, (before) => fetchShared({ row, params }, key, requestId, before), options);
    },
  };
}

/** Text codes of failures in which the host was not called. */
export const notAsked: ReadonlySet<string> = new Set<ErrorCode>(['upstream.down', 'upstream.busy']);

/** Statuses after which a cached answer is removed: visitors may no longer read that content. */
const goneStatuses = new Set([401, 403, 404, 410]);

function isGone(error: unknown) {
  return error instanceof AppError && goneStatuses.has(error.status);
}

/**
 * Describes the answer with the headers that are also true for the next visitor. Counters and the validators of the host's own bytes
 * are left out.
 */
function describe({ headers }: ReadAnswer) {
  const { 'cache-control': cacheControl = 'no-store', vary } = withCacheRule(headers, false);
  const language = headers['content-language'];
  return {
    type: 'application/json; charset=utf-8',
    cacheControl,
    headers: {
      ...(language !== undefined && { 'Content-Language': language }),
      // Of Vary only Cookie is passed on. Apart from that, a shared answer varies only by encoding, for which this site
      // sets Vary itself.
      ...(vary !== undefined && /\bcookie\b/i.test(vary) && { Vary: 'Cookie' }),
    },
    isPacked: true,
  };
}

/**
 * Returns when the first part of an answer expires (such as a job that closes), in milliseconds since 1970; undefined
 * if no part expires. `begun` is the time of the request.
 */
function endOfAnswer(paths: readonly string[], body: unknown, begun: number, zone: string) {
  const ends = paths
    .flatMap((path) => valuesAt(body, path.split('.')))
    .map((value) => (typeof value === 'string' ? Date.parse(endOf(value, zone) ?? '') : Number.NaN))
    // A part that had expired before the request, such as a closed job, is ignored, because it does not change any
    // more.
    .filter((end) => end > begun);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  const inside =
    name === '*'
      ? Object.values(value)
      : Object.hasOwn(value, name)
        ? [(value as Record<string, unknown>)[name]]
        : [];
  return inside.flatMap((each) => valuesAt(each, rest));
}

/** For each page that shows only one list, the call that returns the list. */
const rows: Record<ListPage, ContractRow> = {
  portfolio: contract.getProjectCategory,
  publishing: contract.activeBlogs,
  team: contract.team,
};
const pages = Object.keys(rows) as ListPage[];

/**
 * How long a page of an API host counts as empty, in milliseconds. After that, menus link to the page again, because
 * an API host does not notify the site of new items.
 */
const knownMs = 10 * 60_000;

/**
 * Records which lists were empty when they were last read, and the newest post. `isEngine` is true for the embedded
 * engine, which signals changes of its lists: `look` reads them again, so its empty lists have no time limit. The newest
 * post is that of the engine alone; in front of an API host a page has it only where it reads the posts. `now` returns
 * milliseconds.
 */
export function createListNotes(isEngine: boolean, now: () => number = Date.now) {
  const emptyUntil = new Map<ListPage, number>();
  let newest: NewestPost | undefined;

  function note({ row, path }: ReadRequest, answer?: ReadAnswer) {
    const page = pages.find((each) => rows[each].name === row.name);
    if (page === undefined || !/^[^?]*(\?page=1)?$/.test(path)) return;
    const body = answer?.body?.value as { data?: { data?: unknown } } | undefined;
    const items = answer ? body?.data?.data : [];
    if (!Array.isArray(items) || items.length > 0) emptyUntil.delete(page);
    else emptyUntil.set(page, isEngine ? Number.POSITIVE_INFINITY : now() + knownMs);
    if (!isEngine || page !== 'publishing') return;
    const post = contract.activeBlogs.data.safeParse(body?.data).data?.data[0];
    newest = post && { id: post.id, blog_title: post.blog_title, created_at: post.created_at };
  }

  return {
    /** Returns a `ReadHost` that also takes these notes. */
    watch:
      (read: ReadHost): ReadHost =>
      async (wanted) => {
        try {
          const answer = await read(wanted);
          if (answer.status === 200) note(wanted, answer);
          return answer;
        } catch (error) {
          if (error instanceof AppError && error.code === 'host.callMissing') note(wanted);
          throw error;
        }
      },
    /**
     * Reads from the engine the list of each page of `ListPage`, to find out which lists are empty. Does nothing for an
     * API host, whose lists are read only when a visitor requests them.
     */
    look(reads: Pick<SharedReads, 'get'>) {
      if (!isEngine) return;
      for (const row of Object.values(rows)) {
        // If a list cannot be read now, its last known state stays.
        reads.get(row, row.path, { params: {}, requestId: randomUUID() }).catch(() => {});
      }
    },
    /** Returns the pages whose lists are empty, so that menus do not link to these pages. */
    emptyPages: () => pages.filter((page) => (emptyUntil.get(page) ?? 0) > now()),
    /** Returns the newest post, for the footer of every page; undefined if there is none, or if it is not known. */
    newestPost: () => newest,
  };
}
