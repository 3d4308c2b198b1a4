import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Stops } from '../../../../server/content-api/mail/delivery.ts';
import { createMailWorker, type MailWorker } from '../../../../server/content-api/mail/worker.ts';
import { hour, minute, second } from '../../../support/mail/post-office.ts';

/** Rounds of delivery that end when, and as, the test says. */
const rounds: { end(next?: number): void; fail(error: Error): void; stops: Stops }[] = [];
const logLines: Record<string, unknown>[] = [];
let worker: MailWorker;

function deliver(stops: Stops): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    rounds.push({ end: resolve, fail: reject, stops });
  });
}
/** Ends the round under way, which wants the next one in so many ms. */
async function end(waitMs?: number): Promise<void> {
  rounds.at(-1)?.end(waitMs === undefined ? undefined : Date.now() + waitMs);
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  rounds.splice(0);
  logLines.splice(0);
  worker = createMailWorker(
    deliver,
    pino({}, { write: (line: string) => void logLines.push(JSON.parse(line)) }),
  );
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

it('comes back when the next mail is due, or earlier when it is woken', async () => {
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

it('looks at least every hour while something waits, and sleeps when nothing does', async () => {
  worker.wake();
  await end(1000 * hour);
  await vi.advanceTimersByTimeAsync(hour);
  expect(rounds).toHaveLength(2);
  await end();
  await vi.advanceTimersByTimeAsync(1000 * hour);
  expect(rounds).toHaveLength(2);
});

it('looks every few seconds where others may leave a mail behind, also when nothing waits', async () => {
  worker = createMailWorker(deliver, pino({ level: 'silent' }), { lookMs: 5 * second });
  worker.wake();
  await end();
  await vi.advanceTimersByTimeAsync(5 * second);
  expect(rounds).toHaveLength(2);
  await end(hour);
  await vi.advanceTimersByTimeAsync(5 * second);
  expect(rounds).toHaveLength(3);
  await end(second);
  await vi.advanceTimersByTimeAsync(second);
  expect(rounds).toHaveLength(4);
});

it('goes on after the database has failed', async () => {
  worker.wake();
  rounds[0]?.fail(new Error('disk full'));
  await vi.advanceTimersByTimeAsync(0);
  expect(logLines).toMatchObject([{ level: 50, err: { message: 'disk full' } }]);
  await vi.advanceTimersByTimeAsync(minute);
  expect(rounds).toHaveLength(2);
});

it('stops when the mail under way has ended, and begins no other', async () => {
  worker.wake();
  let stopped = false;
  const stopping = worker.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect([rounds[0]?.stops.stopping.aborted, rounds[0]?.stops.cut.aborted, stopped]).toEqual([
    true,
    false,
    false,
  ]);
  worker.wake();
  await end(minute);
  await stopping;
  worker.wake();
  await vi.advanceTimersByTimeAsync(hour);
  expect(rounds).toHaveLength(1);
});

it('cuts off a mail that keeps the process from stopping', async () => {
  worker.wake();
  const stopping = worker.stop();
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(rounds[0]?.stops.cut.aborted).toBe(true);
  await end();
  await stopping;
});
