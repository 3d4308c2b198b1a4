import type { Logger } from 'pino';
import type { ContractRow } from '#shared/contract/index.ts';
import type { ErrorCode } from '#shared/messages.ts';
import { endOf } from '#shared/schemas/job.ts';
import { createAnswerCache } from '../../cache/answer-cache.ts';
import type { AnswerCache, Found, Made } from '../../cache/answers.ts';
import { keyOfRead } from '../../cache/cache-key.ts';
import type { DiskStore } from '../../cache/disk-store.ts';
import { persistenceIn } from '../../cache/persistence.ts';
import { bytesOf, type PreparedAnswer, prepareAnswer, renewedAnswer } from '../../cache/prepared-answer.ts';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { withCacheRule } from '../upstream/browser-headers.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { headersOfNobody } from '../upstream/headers.ts';
import type { Params, Upstream } from '../upstream/upstream.ts';
import type { ReadAnswer } from './fetch-read.ts';
import type { ReadHost } from './host-reads.ts';

/**
 * What a shared read gives: an answer for everybody, or one for those who waited for it: a refusal, or (200, not `shared`) what the
 * host means for one visitor alone.
 */
type SharedRead = { prepared: PreparedAnswer } | { prepared?: undefined; answer: ReadAnswer };

/** The public reads of the contract, each fetched once for all visitors (docs/architecture.md §5, Read cache). */
export interface SharedReads {
  /**
   * The answer of a row to an address (path with query), for somebody without a session. Undefined when the host wants each visitor
   * to ask for themselves, and for rows that are never shared. Rejects with AppError as `ReadHost` does, and with the reason of
   * `signal`.
   */
  get(
    row: ContractRow,
    target: string,
    options: { params: Params; requestId: string; signal?: AbortSignal | undefined; isPatient?: boolean },
  ): Promise<Found<SharedRead> | undefined>;
  readonly cache: AnswerCache<SharedRead>;
}

export interface SharedReadsOptions {
  readHost: ReadHost;
  upstream: Upstream;
  publicUrl: URL;
  config: Pick<Config, 'UPSTREAM_MEDIA_PATHS'>;
  log: Logger;
  /** Bytes of all answers that are kept. */
  maxBytes: number;
  /** Where they outlive the process; absent where nothing does. */
  disk?: DiskStore | undefined;
  now?: (() => number) | undefined;
}

export function createSharedReads(options: SharedReadsOptions): SharedReads {
  const { readHost, upstream, publicUrl, config, log, maxBytes, disk, now } = options;
  // The canonical origin, by whatever name the first visitor has called us.
  const rules = { hosts: [upstream.url.host, publicUrl.host], mediaPaths: config.UPSTREAM_MEDIA_PATHS };
  const cache = createAnswerCache<SharedRead>({
    maxBytes,
    ...(now && { now }),
    hasFallbacks: disk !== undefined,
    persistence: disk && persistenceIn<SharedRead>(disk.namespace('reads'), (prepared) => ({ prepared })),
    renewed: renewedAnswer,
    isGone,
    onRefreshFailed(error, key) {
      const known = error instanceof AppError ? error : undefined;
      // The log has said so once, or it was not asked at all.
      if (known && notAsked.has(known.code)) return;
      const path = key.split('?', 1)[0];
      log.warn(
        { path, code: known?.code, err: known?.cause ?? error },
        'a stored answer could not be fetched anew',
      );
    },
  });

  async function fetchShared(
    { row, params }: { row: ContractRow; params: Params },
    path: string,
    requestId: string,
    signal: AbortSignal,
    before: SharedRead | undefined,
  ): Promise<Made<SharedRead>> {
    // What the host still lets us ask is for what is not stored.
    if (before?.prepared && !upstream.mayRefresh()) throw new AppError('upstream.busy', 503);
    const begun = Date.now();
    const headers = headersOfNobody({ url: upstream.url, publicUrl, requestId });
    const answer = await readHost({
      row,
      params,
      method: 'GET',
      path,
      headers,
      rules,
      signal,
      asBytes: true,
    });
    // Nobody has asked whether something had changed.
    if (answer.status === 304) throw unusableAnswer(new Error('status 304 without a condition'));
    if (answer.status !== 200) {
      return { value: { answer }, keep: goneStatuses.has(answer.status) ? 'remove' : 'leave', bytes: 0 };
    }
    if (!answer.shared) return { value: { answer }, keep: 'pass', bytes: 0 };
    const body = answer.bytes ?? Buffer.from(JSON.stringify(answer.body));
    const prepared = prepareAnswer(body, headersFor(answer), row.name);
    return {
      value: { prepared },
      keep: 'store',
      bytes: bytesOf(prepared),
      endsAt: row.ends && endOfAnswer(row.ends, answer.body ?? JSON.parse(body.toString()), begun),
      freshMs: row.freshSeconds === undefined ? undefined : row.freshSeconds * 1000,
    };
  }

  return {
    cache,
    async get(row, target, { params, requestId, signal, isPatient = false }) {
      if (row.freshSeconds === undefined) return undefined;
      const { key, isRare } = keyOfRead(row, target);
      // What a host gives to each visitor on their own in one answer of a row, it does in all.
      const options = { signal, isRare, group: row.name, isPatient };
      const make = (end: AbortSignal, before: SharedRead | undefined) =>
        fetchShared({ row, params }, key, requestId, end, before);
      return cache.get(key, make, options);
    },
  };
}

/** Failures of calls that were not sent to the host. */
export const notAsked: ReadonlySet<string> = new Set<ErrorCode>(['upstream.down', 'upstream.busy']);

/** What is not there for visitors any more must not be given to anybody. */
const goneStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410]);

function isGone(error: unknown): boolean {
  return error instanceof AppError && goneStatuses.has(error.status);
}

/** Of the host's headers those that are as true for the next visitor: not its counting, nor a validator of its own bytes. */
function headersFor({ headers }: ReadAnswer): Record<string, string> {
  const { 'cache-control': rule = 'no-store', vary } = withCacheRule(headers, false);
  const language = headers['content-language'];
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': rule,
    ...(language !== undefined && { 'Content-Language': language }),
    // What the host varies by is the coding alone, and that one is ours.
    ...(vary !== undefined && /\bcookie\b/i.test(vary) && { Vary: 'Cookie' }),
  };
}

/** Milliseconds since 1970 from which something in an answer asked for at `begun` is over; undefined when nothing in it ends. */
function endOfAnswer(paths: readonly string[], body: unknown, begun: number): number | undefined {
  const ends = paths
    .flatMap((path) => valuesAt(body, path.split('.')))
    .map((value) => (typeof value === 'string' ? Date.parse(endOf(value) ?? '') : Number.NaN))
    // What is over already was over when the host gave it.
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
