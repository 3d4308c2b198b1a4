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

  test.each(['2', '0', '-5'])('and who can wait so long does not notice (%s)', async (text) => {
    let turn = 0;
    const sent = limit.send(undefined, () => (turn++ === 0 ? busy(text)() : answer(200)()));
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await sent).status).toBe(200);
    expect(calls).toBe(2);
  });

  test('and who leaves meanwhile waits no longer', async () => {
    const leaving = new AbortController();
    const sent = failure(limit.send(leaving.signal, busy('2')));
    await vi.advanceTimersByTimeAsync(100);
    leaving.abort();
    expect(await sent).toMatchObject({ code: 'request.aborted' });
  });
});

test.each([true, false])(
  'in front of a host with 60 calls a minute a busy site always has one left for what is new (told: %s)',
  async (isTold) => {
    let used = 0;
    let window = 0;
    let refused = 0;
    const host = async () => {
      const minute = Math.floor(Date.now() / 60_000);
      if (minute !== window) [window, used] = [minute, 0];
      used += 1;
      const left = Math.max(0, 60 - used);
      const headers: Record<string, string> = isTold
        ? { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': String(left) }
        : {};
      if (used <= 60) return answer(200, headers)();
      refused += 1;
      return answer(429, { ...headers, 'retry-after': '60' })();
    };
    const failures: number[] = [];
    // Every 5 s ten cached answers are refreshed, and every 4 s a visitor opens a page that is not cached.
    for (let second = 0; second < 600; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      if (second % 4 === 0)
        void failure(limit.send(undefined, host)).then((error) => error && failures.push(second));
      for (let each = 0; each < 2; each += 1) {
        if (limit.mayRefresh()) void failure(limit.send(undefined, host));
      }
    }
    // A host without rate-limit headers has to answer 429 first.
    expect(refused).toBeLessThanOrEqual(isTold ? 0 : 2);
    expect(failures.filter((second) => isTold || second > 120)).toEqual([]);
  },
);
