import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionState } from '#shared/schemas/session.ts';
import { createSessionWatch } from '../../../../../client/admin/session/session-watch.ts';

const minute = 60_000;
const hour = 60 * minute;
const idleMs = 8 * hour;

/** When the session ends, and whether the server can be reached. */
let endsAt: number;
let isReachable: boolean;
let asked: number;
let ended: number;
let watch: ReturnType<typeof createSessionWatch>;
let stop: () => void;

const answer = (): SessionState => {
  const left = endsAt - Date.now();
  return left > 0
    ? { authenticated: true, expires_in: Math.round(left / 1000), renewable: true }
    : { authenticated: false };
};
const start = (ask: () => Promise<SessionState>) => {
  watch = createSessionWatch(ask);
  stop = watch.start({ onSession: () => {}, onEnded: () => (ended += 1) });
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00.000Z') });
  [endsAt, isReachable, asked, ended] = [Date.now() + idleMs, true, 0, 0];
  start(async () => {
    asked += 1;
    if (!isReachable) throw new Error('unreachable');
    return answer();
  });
  watch.learn(answer());
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Simulates a sleeping machine: the clock advances, but timers do not run. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

it('the end of a session is warned of two minutes before it, and told once when it has come', async () => {
  await pass(idleMs - 2 * minute - 1000);
  expect([watch.current(), asked]).toEqual([undefined, 0]);
  await pass(1000);
  expect(watch.current()).toEqual({ at: endsAt, renewable: true });
  await pass(2 * minute + 4000);
  expect([watch.current(), ended]).toEqual([undefined, 1]);
  const before = asked;
  await pass(24 * hour);
  expect([ended, asked]).toEqual([1, before]);
});

it('it is found after a sleep, as soon as the window is looked at', async () => {
  sleep(idleMs - minute);
  watch.returned();
  await pass(2000);
  expect(watch.current()?.at).toBe(endsAt);
  sleep(hour);
  watch.returned();
  await pass(2000);
  expect([watch.current(), ended]).toEqual([undefined, 1]);
});

it('seconds left count, though the clock of this browser is hours off', async () => {
  endsAt = Date.now() + hour;
  watch.learn({ authenticated: true, expires_at: '2020-01-01T00:00:00.000Z', expires_in: 3600 });
  expect(watch.current()).toBeUndefined();
  await pass(hour - minute);
  expect(watch.current()).toBeDefined();
});

it('an answer that was overtaken by a renewal is not believed', async () => {
  const slow = Promise.withResolvers<SessionState>();
  stop();
  start(() => slow.promise);
  const asking = watch.refresh();
  watch.learn(answer());
  slow.resolve({ authenticated: false });
  await asking;
  expect([watch.current(), ended]).toEqual([undefined, 0]);
});
