import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionState } from '#shared/schemas/session.ts';
import { createSessionWatch } from '../../../../../client/admin/session/session-watch.ts';

const minute = 60_000;
const hour = 60 * minute;
const idleMs = 8 * hour;
const warnBeforeMs = 2 * minute;

/** State of the server: when the session ends, and whether the server can be reached. */
let server: { endsAt: number; renewable: boolean; reachable: boolean };
let asked: number;
let ended: number;
let watch: ReturnType<typeof createSessionWatch>;
let stop: () => void;

const answer = (): SessionState => {
  const left = server.endsAt - Date.now();
  if (left <= 0) return { authenticated: false };
  return { authenticated: true, expires_in: Math.round(left / 1000), renewable: server.renewable };
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00.000Z') });
  server = { endsAt: Date.now() + idleMs, renewable: true, reachable: true };
  asked = 0;
  ended = 0;
  watch = createSessionWatch(async () => {
    asked += 1;
    if (!server.reachable) throw new Error('unreachable');
    return answer();
  });
  stop = watch.start({ onSession: () => {}, onEnded: () => (ended += 1) });
  watch.learn(answer());
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Simulates a sleeping machine: the clock advances, but timers do not run. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe('the end of a session', () => {
  it('is warned of two minutes before it, not earlier, and the server is not asked until then', async () => {
    await pass(idleMs - warnBeforeMs - 1000);
    expect(watch.current()).toBeUndefined();
    expect(asked).toBe(0);
    await pass(1000);
    expect(watch.current()).toEqual({ at: server.endsAt, renewable: true });
    expect(asked).toBe(1);
  });

  it('is not warned of when a call has moved it on', async () => {
    await pass(idleMs - 5 * minute);
    server.endsAt = Date.now() + idleMs;
    await pass(idleMs - warnBeforeMs - minute);
    expect(watch.current()).toBeUndefined();
    await pass(minute);
    expect(watch.current()?.at).toBe(server.endsAt);
  });

  it('is warned of no more when another tab goes on meanwhile', async () => {
    await pass(idleMs - minute);
    expect(watch.current()).toBeDefined();
    server.endsAt = Date.now() + idleMs;
    await pass(20_000);
    expect(watch.current()).toBeUndefined();
    expect(ended).toBe(0);
  });

  it('is told once, when it has come', async () => {
    await pass(idleMs - 1000);
    expect(ended).toBe(0);
    await pass(5000);
    expect(ended).toBe(1);
    expect(watch.current()).toBeUndefined();
    const before = asked;
    await pass(24 * hour);
    expect([ended, asked]).toEqual([1, before]);
  });

  it('is found after a sleep, as soon as the window is looked at', async () => {
    sleep(idleMs - minute);
    watch.returned();
    await pass(2000);
    expect(watch.current()?.at).toBe(server.endsAt);
    sleep(hour);
    watch.returned();
    await pass(2000);
    expect(watch.current()).toBeUndefined();
    expect(ended).toBe(1);
  });

  it('is found after a sleep that nobody ends by looking, within minutes', async () => {
    sleep(idleMs + hour);
    await pass(11 * minute);
    expect(ended).toBe(1);
  });

  it('does not wait for a server that cannot be reached: it asks again, warns late, and then lets it be', async () => {
    server.reachable = false;
    await pass(idleMs - minute);
    expect(watch.current()).toBeUndefined();
    server.reachable = true;
    await pass(15_000);
    expect(watch.current()?.at).toBe(server.endsAt);
    server.reachable = false;
    await pass(2 * minute);
    expect(watch.current()).toBeUndefined();
    expect(ended).toBe(0);
    const before = asked;
    await pass(hour);
    expect(asked).toBe(before);
  });

  it('goes by seconds left, though the clock of this browser is hours off', async () => {
    const wrong = { authenticated: true, expires_at: '2020-01-01T00:00:00.000Z', expires_in: 3600 };
    server.endsAt = Date.now() + hour;
    watch.learn(wrong);
    expect(watch.current()).toBeUndefined();
    await pass(hour - minute);
    expect(watch.current()).toBeDefined();
  });

  it('goes by the time of the end with a server that tells nothing else, and waits for ever without', async () => {
    server.endsAt = Date.now() + 90_000;
    watch.learn({ authenticated: true, expires_at: new Date(server.endsAt).toISOString() });
    await pass(46_000);
    expect(watch.current()).toBeDefined();
    watch.learn({ authenticated: true });
    expect(watch.current()).toBeUndefined();
    const before = asked;
    await pass(400 * 24 * hour);
    expect(asked).toBe(before);
  });

  it('leaves the first half of a very short life in peace, after each renewal', async () => {
    server.endsAt = Date.now() + 14_000;
    watch.learn(answer(), { renewed: true });
    expect(watch.current()).toBeUndefined();
    await pass(8_000);
    expect(watch.current()).toBeDefined();
    server.endsAt = Date.now() + 14_000;
    watch.learn(answer(), { renewed: true });
    expect(watch.current()).toBeUndefined();
  });

  it('is warned of in time also when the first answer was long on its way', async () => {
    const late = answer();
    server.endsAt -= 8_000;
    watch.learn(late, { renewed: true });
    await pass(idleMs - warnBeforeMs);
    expect(watch.current()).toBeDefined();
    expect(Math.abs((watch.current()?.at ?? 0) - server.endsAt)).toBeLessThan(1000);
  });

  it('does not seem farther because an answer was slow', async () => {
    await pass(idleMs - minute);
    const { at } = watch.current() ?? { at: 0 };
    server.endsAt += 9_000;
    await pass(16_000);
    expect(watch.current()?.at).toBe(at);
  });
});

it('an answer that was overtaken by a renewal is not believed', async () => {
  await pass(idleMs - minute);
  const old = answer();
  let reply = (_state: SessionState) => {};
  const slow = createSessionWatch(() => new Promise((resolve) => (reply = resolve)));
  const stopSlow = slow.start({ onSession: () => {}, onEnded: () => (ended += 1) });
  slow.learn(old);
  const asking = slow.refresh();
  server.endsAt = Date.now() + idleMs;
  slow.learn(answer());
  reply({ authenticated: false });
  await asking;
  expect(slow.current()).toBeUndefined();
  expect(ended).toBe(0);
  stopSlow();
});

it('nothing is asked and told any more once the watch has stopped', async () => {
  stop();
  await pass(idleMs + hour);
  expect([asked, ended]).toEqual([0, 0]);
});
