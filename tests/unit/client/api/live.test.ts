import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followLive } from '../../../../client/api/live.ts';

/** Streams that were opened, newest last. */
let streams: FakeStream[];
let states: boolean[];
let online: boolean;
let stop: () => void;
const events = new EventTarget();

class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  onerror?: () => void;
  constructor() {
    super();
    streams.push(this);
  }
  close() {
    this.readyState = FakeStream.CLOSED;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  [streams, states, online] = [[], [], true];
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('window', events);
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, _options: unknown, hold: () => Promise<void>) => hold() },
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

const newest = () => streams.at(-1) as FakeStream;

test('offline no stream is tried, and a new one is opened at once when the network is back', () => {
  newest().dispatchEvent(new Event('hello'));
  online = false;
  events.dispatchEvent(new Event('offline'));
  expect([newest().readyState, states]).toEqual([FakeStream.CLOSED, [true, false]]);
  vi.advanceTimersByTime(3_600_000);
  expect(streams).toHaveLength(1);
  online = true;
  events.dispatchEvent(new Event('online'));
  expect(streams).toHaveLength(2);
});
