import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginCall } from '../../../../server/bff/call.ts';
import { createLive, type LiveOptions } from '../../../../server/bff/live/live.ts';
import type { Session } from '../../../../server/bff/session/session.ts';
import { noSignals } from '../../../../server/database/signals.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A response, reduced to what a stream uses. */
class Reader extends EventEmitter {
  sent = '';
  writableLength = 0;
  isOver: 'ended' | 'destroyed' | undefined;
  writeHead() {
    return this;
  }
  write(text: string) {
    this.sent += text;
    return true;
  }
  end() {
    this.isOver = 'ended';
    this.emit('close');
  }
  destroy() {
    this.isOver = 'destroyed';
    this.emit('close');
  }
  changes() {
    return this.sent.split('event: changed').length - 1;
  }
}

function liveOf(options: Partial<LiveOptions> = {}, left = 60_000) {
  let ended: (hasEnded: (session: Session) => boolean) => void = () => {};
  const sessions = {
    lifeOf: () => ({ expiresAt: 0, left, renewable: true }),
    onEnded(listener: typeof ended) {
      ended = listener;
      return () => {};
    },
  };
  const live = createLive({ sessions, signals: noSignals, ...options });
  const open = (id = 's', who: Pick<Session, 'account' | 'user'> = {}) => {
    const reader = new Reader();
    beginCall(reader as never, { params: {}, session: { id, ...who } as Session });
    void live.answer({ method: 'GET' } as never, reader as never, () => {});
    return reader;
  };
  return { live, open, end: (id: string) => ended((session) => session.id === id) };
}

it('tells the first change at once, and what follows it together', () => {
  const { live, open } = liveOf();
  const reader = open();
  for (let count = 0; count < 100; count += 1) live.changed();
  expect(reader.changes()).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(reader.changes()).toBe(2);
  vi.advanceTimersByTime(5_000);
  expect(reader.changes()).toBe(2);
});

it('sends a comment every twenty seconds', () => {
  const { open } = liveOf();
  const reader = open();
  vi.advanceTimersByTime(19_999);
  expect(reader.sent).not.toContain(':\n\n');
  vi.advanceTimersByTime(1);
  expect(reader.sent.endsWith(':\n\n')).toBe(true);
});

it('ends with the life that the session had when it began', () => {
  const { live, open } = liveOf({}, 5_000);
  const reader = open();
  vi.advanceTimersByTime(4_999);
  expect(reader.isOver).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(reader.isOver).toBe('ended');
  expect(live.open()).toBe(0);
});

it('drops a reader that takes nothing', () => {
  const { live, open } = liveOf();
  const [slow, other] = [open('a'), open('b')];
  slow.writableLength = 5_000;
  live.tell();
  expect(slow.isOver).toBe('destroyed');
  expect(other.changes()).toBe(1);
  expect(live.open()).toBe(1);
});

it('tells the other processes once, however much has changed', async () => {
  const publish = vi.fn(async () => {});
  const { live } = liveOf({ signals: { ...noSignals, publish } });
  for (let count = 0; count < 50; count += 1) live.changed();
  await vi.advanceTimersByTimeAsync(600);
  expect(publish.mock.calls).toEqual([['desk']]);
});

it('ends with its session, and all of them when the process stops', () => {
  const { live, open, end } = liveOf();
  const [one, other] = [open('one'), open('other')];
  end('one');
  expect(one.isOver).toBe('ended');
  expect(other.isOver).toBeUndefined();
  live.close();
  expect(other.isOver).toBe('ended');
  expect(() => live.answer({ method: 'GET' } as never, reopened() as never, () => {})).toThrow(
    'Too many windows are open',
  );
});

it.each([
  ['id', { user: { id: 7, email: 'one@studio.example' } }],
  ['password', { account: 'one' }],
])('an account, known by its %s, has twenty, however often it signs in', (_by, who) => {
  const { live, open } = liveOf();
  for (let count = 0; count < 20; count += 1) open(`s${count}`, who);
  expect(() => open('one more', who)).toThrow('Too many windows are open');
  expect(live.open()).toBe(20);
  open('other', { user: { id: 8 } });
  expect(live.open()).toBe(21);
});

it('when all are taken, the oldest of who has most makes room for whoever has fewer', () => {
  const { live, open } = liveOf({ limits: { inAll: 6 } });
  const first = [1, 2, 3].map((count) => open(`a${count}`, { account: 'a' }));
  const second = [1, 2, 3].map((count) => open(`b${count}`, { account: 'b' }));
  expect(() => open('a4', { account: 'a' })).toThrow('Too many windows are open');
  const other = open('c1', { account: 'c' });
  open('c2', { account: 'c' });
  expect([...first, ...second, other].map(({ isOver }) => isOver)).toEqual(
    // The oldest stream of each of the two accounts ends.
    ['ended', undefined, undefined, 'ended', undefined, undefined, undefined],
  );
  expect(() => open('c3', { account: 'c' })).toThrow('Too many windows are open');
  expect(live.open()).toBe(6);
});

it('when each has one, nobody is put out for a newcomer', () => {
  const { open } = liveOf({ limits: { inAll: 2 } });
  open('a', { account: 'a' });
  open('b', { account: 'b' });
  expect(() => open('c', { account: 'c' })).toThrow('Too many windows are open');
});

function reopened(): Reader {
  const reader = new Reader();
  beginCall(reader as never, { params: {}, session: { id: 'x' } as Session });
  return reader;
}
