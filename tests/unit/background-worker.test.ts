import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BackgroundWorker, backoff, createWorker, repeat } from '../../server/background-worker.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Rounds that the test ends or fails. */
const rounds: { end(nextMs?: number): void; fail(error: Error): void }[] = [];
const failed: [message: string, failures: number][] = [];
let worker: BackgroundWorker;

/** Ends the running round, which requests the next one after `nextMs`. */
async function end(nextMs?: number): Promise<void> {
  rounds.at(-1)?.end(nextMs);
  await vi.advanceTimersByTimeAsync(0);
}
async function fail(): Promise<void> {
  rounds.at(-1)?.fail(new Error('disk full'));
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  rounds.splice(0);
  failed.splice(0);
  worker = createWorker({
    round: () => new Promise((resolve, reject) => rounds.push({ end: resolve, fail: reject })),
    failed: (error, failures) => failed.push([(error as Error).message, failures]),
    retryMs: minute,
    graceMs: 2 * second,
  });
});
afterEach(() => vi.useRealTimers());

it('does nothing before it is woken', async () => {
  await vi.advanceTimersByTimeAsync(hour);
  expect(rounds).toHaveLength(0);
});

it('never has two rounds at once, and misses nothing that came during one', async () => {
  worker.wake();
  worker.wake();
  worker.wake();
  expect(rounds).toHaveLength(1);
  await end();
  expect(rounds).toHaveLength(2);
  await end();
  expect(rounds).toHaveLength(2);
  worker.wake();
  expect(rounds).toHaveLength(3);
});

it('comes back when the next round is due, or earlier when it is woken', async () => {
  worker.wake();
  await end(10 * minute);
  await vi.advanceTimersByTimeAsync(10 * minute - 1);
  expect(rounds).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toHaveLength(2);
  await end(10 * minute);
  worker.wake();
  expect(rounds).toHaveLength(3);
  await end();
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(rounds).toHaveLength(3);
});

it('is not put off by a clock that jumps, nor woken at once by a wait that no timer holds', async () => {
  worker.wake();
  await end(minute);
  vi.setSystemTime(Date.now() - 1000 * hour);
  await vi.advanceTimersByTimeAsync(minute);
  expect(rounds).toHaveLength(2);
  await end(Number.POSITIVE_INFINITY);
  vi.setSystemTime(Date.now() + 1000 * hour);
  await vi.advanceTimersByTimeAsync(24 * hour);
  expect(rounds).toHaveLength(2);
});

it('gathers what comes within a while for one round, and leaves one that is set where it is', async () => {
  worker.wakeIn(minute);
  await vi.advanceTimersByTimeAsync(minute / 2);
  worker.wakeIn(minute);
  await vi.advanceTimersByTimeAsync(minute / 2);
  expect(rounds).toHaveLength(1);
  await fail();
  worker.wakeIn(second);
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(rounds).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toHaveLength(2);
});

it('goes on after rounds that failed, says how many in a row, and counts anew after one that did not', async () => {
  worker.wake();
  await fail();
  await vi.advanceTimersByTimeAsync(minute);
  await fail();
  await vi.advanceTimersByTimeAsync(minute);
  await end(second);
  await vi.advanceTimersByTimeAsync(second);
  await fail();
  expect(failed).toEqual([
    ['disk full', 1],
    ['disk full', 2],
    ['disk full', 1],
  ]);
});

it('does other work between two rounds, never beside one', async () => {
  worker.wake();
  const done: string[] = [];
  const work = worker.run(async () => void done.push(`after ${rounds.length}`));
  worker.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual([]);
  await end();
  await work;
  expect([done, rounds.length]).toEqual([['after 1'], 2]);
  await end();
  await expect(worker.run(() => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  expect(failed).toEqual([]);
});

it('stops when the round under way has ended, and begins no other', async () => {
  worker.wake();
  let stopped = false;
  const stopping = worker.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  const { stops } = worker;
  expect([stops.stopping.aborted, stops.cut.aborted, stopped]).toEqual([true, false, false]);
  worker.wake();
  worker.wakeIn(second);
  await end(minute);
  await stopping;
  worker.wake();
  await vi.advanceTimersByTimeAsync(hour);
  expect(rounds).toHaveLength(1);
});

it('cuts off a round that keeps the process from stopping, and says nothing of what it ends with', async () => {
  worker.wake();
  const stopping = worker.stop();
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(worker.stops.cut.aborted).toBe(true);
  await fail();
  await stopping;
  expect(failed).toEqual([]);
});

it('repeats work at its distance, one at a time, whatever came of the last', async () => {
  let done = 0;
  const repeated = repeat(minute, async () => {
    done += 1;
    if (done === 1) throw new Error('away');
  });
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(done).toBe(0);
  await vi.advanceTimersByTimeAsync(1 + 2 * minute);
  expect(done).toBe(3);
  await repeated.stop();
  await vi.advanceTimersByTimeAsync(hour);
  expect(done).toBe(3);
});

it('waits twice as long after each failure, up to the longest', () => {
  expect([1, 2, 3, 4, 5, 1_000].map((failures) => backoff(failures, 1_000, 6_000))).toEqual([
    1_000, 2_000, 4_000, 6_000, 6_000, 6_000,
  ]);
});
