import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { MIB } from '#shared/limits.ts';
import { createCallBudget } from '../../../hosts/adapt/call-budget.ts';
import { isJson, readBytes } from '../../../server/bff/upstream/json-answer.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../../server/bff/upstream/upstream.ts';
import { AppError } from '../../../server/errors.ts';

export interface Pace {
  /** `calls_per_minute` of host.json. */
  perMinute: number | undefined;
  /** True if answers to reads are cached until the next write, for a host of which one list answers many calls. */
  remembers: boolean;
  wait(ms: number): Promise<void>;
  now?: (() => number) | undefined;
}

/** Most bytes of cached answers, as JSON. */
const keptBytes = 32 * MIB;

/** Limits the calls to the host: a call that comes too soon waits, where a server would refuse it. */
export function paceUpstream(inner: Upstream, { perMinute, remembers, wait, now }: Pace): Upstream {
  const budget = perMinute === undefined ? undefined : createCallBudget(perMinute, now);
  const kept = new LRUCache<string, Kept>({ maxSize: keptBytes, sizeCalculation: ({ body }) => body.length });

  async function turn(): Promise<void> {
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

function answerOf({ headers, body }: Kept): UpstreamAnswer {
  return { status: 200, headers, body: Readable.from([body], { objectMode: false }) };
}

/** The key includes the person; the token itself is not stored. */
function keyOf({ path, headers }: UpstreamRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([path, headers]))
    .digest('base64');
}
