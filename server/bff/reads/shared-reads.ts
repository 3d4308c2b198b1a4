import type { Logger } from 'pino';
import type { ContractRow } from '#shared/contract/index.ts';
import type { ErrorCode } from '#shared/messages.ts';
import { endOf } from '#shared/schemas/job.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import { AnswerCache } from '../../cache/answer-cache.ts';
import type { Made } from '../../cache/answers.ts';
import { keyOfRead } from '../../cache/cache-key.ts';
import type { DiskStore } from '../../cache/disk-store.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { bytesOf, type ReadyAnswer, readyAnswer, renewedAnswer } from '../../http/ready-answer.ts';
import { withCacheRule } from '../upstream/browser-headers.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { anonymousHeaders } from '../upstream/headers.ts';
import type { Params, Upstream } from '../upstream/upstream.ts';
import type { ReadAnswer } from './fetch-read.ts';
import type { ReadHost } from './host-reads.ts';

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
  const rules = { hosts: [upstream.url.host, publicUrl.host], mediaPaths: config.UPSTREAM_MEDIA_PATHS };
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
      method: 'GET',
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
const goneStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410]);

function isGone(error: unknown): boolean {
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
function endOfAnswer(
  paths: readonly string[],
  body: unknown,
  begun: number,
  zone: string,
): number | undefined {
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
