import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCallLimit } from '../../../../server/bff/upstream/call-limit.ts';
import type { UpstreamAnswer } from '../../../../server/bff/upstream/upstream.ts';
import type { AppError } from '../../../../server/errors.ts';

let limit: ReturnType<typeof createCallLimit>;
let calls: number;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) });
  limit = createCallLimit({ timeoutMs: 15_000 });
  calls = 0;
});
afterEach(() => vi.useRealTimers());

const answer =
  (status: number, headers: Record<string, string> = {}) =>
  async (): Promise<UpstreamAnswer> => {
    calls += 1;
    return { status, headers, body: Readable.from([]) };
  };
const busy = (seconds: string) => answer(429, { 'retry-after': seconds });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: AppError) => error,
  );

describe('after 429 a host is left alone', () => {
  test.each([
    ['17', 17],
    [new Date(Date.UTC(2026, 10, 22, 0, 2)).toUTCString(), 120],
    ['86400', 300],
    ['soon', 10],
  ])('for what Retry-After says (%s), within bounds', async (text, seconds) => {
    const first = await failure(limit.send(undefined, busy(text)));
    expect(first).toMatchObject({
      code: 'upstream.busy',
      status: 503,
      headers: { 'Retry-After': String(seconds) },
    });
    await failure(limit.send(undefined, answer(200)));
    expect(calls).toBe(1);
    expect([limit.mayRefresh(), limit.pausedSeconds]).toEqual([false, seconds]);
    vi.advanceTimersByTime(seconds * 1000);
    expect((await limit.send(undefined, answer(200))).status).toBe(200);
  });
});
