import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { MIB } from '#shared/limits.ts';
import { createCallBudget } from '../../../hosts/adapt/call-budget.ts';
import { isJson, readBytes } from '../../../server/bff/upstream/json-answer.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../../server/bff/upstream/upstream.ts';
import { AppError } from '../../../server/errors.ts';

interface Pace {
  /** `calls_per_minute` of host.json. */
  perMinute: number | undefined;
  /** True to cache the answers to reads until the next write. For a host that answers many calls from one list. */
  remembers: boolean;
  wait(ms: number): Promise<void>;
  now?: () => number;
}

/** Maximum size of all cached answers together, in bytes. */
const keptBytes = 32 * MIB;

/**
 * Limits the calls to the host per minute. A call beyond the limit waits here, whereas the server would refuse it.
 */
export function paceUpstream(inner: Upstream, { perMinute, remembers, wait, now }: Pace) {
  const budget = perMinute === undefined ? undefined : createCallBudget(perMinute, now);
  const kept = new LRUCache<string, Kept>({ maxSize: keptBytes, sizeCalculation: ({ body }) => body.length });

  async function turn() {
    for (;;) {
      try {
        return budget?.spend(true);
      } catch (error) {
        const seconds = error instanceof AppError ? Number(error.headers['Retry-After']) : Number.NaN;
        if (!(seconds > 0)) throw error;
        await wait(seconds * 1000);
      }
    }
  }

  async function request(wanted: UpstreamRequest): Promise<UpstreamAnswer> {
    const isRead = wanted.method === 'GET' && wanted.body === undefined;
    if (!isRead) kept.clear();
    const key = isRead && remembers ? keyOf(wanted) : undefined;
    const known = key === undefined ? undefined : kept.get(key);
    if (known) return answerOf(known);
    await turn();
    const answer = await inner.request(wanted);
    if (key === undefined || answer.status !== 200 || !isJson(answer)) return answer;
    const { 'content-encoding': _packed, 'content-length': _length, ...headers } = answer.headers;
    const fresh = { headers, body: await readBytes(answer) };
    kept.set(key, fresh);
    return answerOf(fresh);
  }

  return { ...inner, request };
}

interface Kept {
  headers: UpstreamAnswer['headers'];
  body: Buffer;
}

function answerOf({ headers, body }: Kept) {
  return { status: 200, headers, body: Readable.from([body], { objectMode: false }) };
}

/** Returns the cache key of a read. It depends on the token, which is hashed so that it is not stored. */
function keyOf({ path, headers }: UpstreamRequest) {
  return createHash('sha256')
    .update(JSON.stringify([path, headers]))
    .digest('base64');
}
