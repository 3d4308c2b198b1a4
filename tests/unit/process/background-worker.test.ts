import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BackgroundWorker, createWorker } from '../../../server/process/work.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Rounds that the test ends or fails. */
let rounds: PromiseWithResolvers<number | undefined>[];
let failed: number[];
let worker: BackgroundWorker;

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Ends the running round, which requests the next one after `nextMs`. */
const end = (nextMs?: number) => {
  rounds.at(-1)?.resolve(nextMs);
  return pass(0);
};
const fail = () => {
  rounds.at(-1)?.reject(new Error('disk full'));
  return pass(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  [rounds, failed] = [[], []];
  worker = createWorker({
    round: () => {
      rounds.push(Promise.withResolvers());
      return rounds.at(-1)?.promise ?? Promise.reject();
    },
    failed: (_error, failures) => failed.push(failures),
    retryMs: minute,
    graceMs: 2 * second,
  });
});
afterEach(() => vi.useRealTimers());

it('it never has two rounds at once, misses nothing that came during one, and comes back when the next is due or it is woken', async () => {
  await pass(hour);
  expect(rounds).toHaveLength(0);
  for (let each = 0; each < 3; each += 1) worker.wake();
  expect(rounds).toHaveLength(1);
  await end();
  await end(10 * minute);
  await pass(10 * minute - 1);
  expect(rounds).toHaveLength(2);
  await pass(1);
  expect(rounds).toHaveLength(3);
  await end(10 * minute);
  worker.wake();
  await end();
  await pass(hour);
  expect(rounds).toHaveLength(4);
});

it('it stops when the round under way has ended, which it cuts off after a while, and begins no other', async () => {
  worker.wake();
  const stopping = worker.stop();
  const { stops } = worker;
  expect([stops.stopping.aborted, stops.cut.aborted]).toEqual([true, false]);
  await pass(2 * second);
  expect(stops.cut.aborted).toBe(true);
  worker.wake();
  await fail();
  await stopping;
  worker.wake();
  worker.wakeIn(second);
  await pass(hour);
  expect([rounds.length, failed]).toEqual([1, []]);
});
