import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followLive } from '../../../../client/api/live.ts';

/** Streams that were opened, newest last. */
let streams: FakeStream[];
let events: EventTarget;
let online: boolean;
let stop: () => void;
const states: boolean[] = [];

class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  onerror?: () => void;

  constructor() {
    super();
    streams.push(this);
  }

  close(): void {
    this.readyState = FakeStream.CLOSED;
  }
}

beforeEach(async () => {
  vi.useFakeTimers();
  streams = [];
  states.length = 0;
  online = true;
  events = new EventTarget();
  const locks = { request: (_name: string, _options: unknown, hold: () => Promise<void>) => hold() };
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('window', events);
  vi.stubGlobal('navigator', {
    locks,
    get onLine() {
      return online;
    },
  });
  stop = followLive({ onChange() {}, onState: (isLive) => states.push(isLive) });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function network(isThere: boolean): void {
  online = isThere;
  events.dispatchEvent(new Event(isThere ? 'online' : 'offline'));
}

const newest = () => streams.at(-1) as FakeStream;

test('offline no stream is tried, and a new one is opened at once when the network is back', () => {
  newest().dispatchEvent(new Event('hello'));
  expect(states).toEqual([true]);
  network(false);
  expect(newest().readyState).toBe(FakeStream.CLOSED);
  expect(states).toEqual([true, false]);
  vi.advanceTimersByTime(3_600_000);
  expect(streams).toHaveLength(1);
  network(true);
  expect(streams).toHaveLength(2);
  newest().dispatchEvent(new Event('hello'));
  expect(states.at(-1)).toBe(true);
});

test('a stream that breaks before the browser says that it is offline is not tried again until it is back', () => {
  online = false;
  newest().onerror?.();
  vi.advanceTimersByTime(3_600_000);
  expect(streams).toHaveLength(1);
  network(true);
  expect(streams).toHaveLength(2);
});

test('a stream that ends for another reason is tried again after a pause', () => {
  newest().close();
  newest().onerror?.();
  expect(streams).toHaveLength(1);
  vi.advanceTimersByTime(5_000);
  expect(streams).toHaveLength(2);
});
