import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BackgroundWorker, createWorker } from '../../server/background-worker.ts';

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
