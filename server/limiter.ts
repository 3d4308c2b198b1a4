import { isIPv6 } from 'node:net';
import type { ErrorCode } from '#shared/messages.ts';
import type { Counts } from './database/site/counts.ts';
import { AppError } from './errors.ts';

/** So many within so long. */
interface Rule {
  limit: number;
  windowMs: number;
}

export interface LimiterOptions extends Rule {
  counts: Counts;
  /** The name of the count: `form-message` … */
  kind: string;
  /** The message of the 429; its `{minutes}` is filled in. */
  code?: ErrorCode;
  /** A second rule, of a shorter window. */
  also?: Rule;
  /**
   * A place comes back when the window of its own attempt is over, or all of them when that of the last counted one is: so the fifth
   * wrong password is followed by the whole wait.
   */
  from?: 'each' | 'last';
  /** Keys remembered; those that were used least lately go first. */
  maxKeys?: number;
}

/**
 * Bounds how often something is done, by key: in memory, or over all processes that share a database (`Counts`). A key that is a network
 * address counts by its network (`networkOf`). An attempt that is refused neither counts nor prolongs the wait.
 */
export interface Limiter {
  /** 429 with Retry-After when the key has no place left; counts nothing. Ask before work is done. */
  assertFree(key: string): Promise<void>;
  /** Counts one, or 429. Ask when the work is about to be done: of many at once only so many pass. */
  take(key: string): Promise<Taken>;
  /** Counts one, or gives the milliseconds until there is a place. */
  tryTake(key: string): Promise<Taken | Refused>;
  /** Begins anew. */
  forget(key: string): Promise<void>;
}

/** One that was counted. */
export interface Taken {
  /** The work was not done after all. When nobody comes to say so, it counts until its window is over. */
  giveBack(): Promise<void>;
}

interface Refused {
  giveBack?: undefined;
  waitMs: number;
}

export function createLimiter(options: LimiterOptions): Limiter {
  const { counts, kind, windowMs, code = 'login.throttled', also, from = 'each', maxKeys } = options;
  const counted = counts.of(kind, { windowMs, ...(maxKeys !== undefined && { maxKeys }) });
  const rules = [options, ...(also ? [also] : [])];

  /** Those that still count. What lies in the future was counted before the clock was set back: nobody waits for it to come round. */
  function openOf(moments: readonly number[], now: number): readonly number[] {
    const counts = (moment: number | undefined) =>
      moment !== undefined && moment > now - windowMs && moment <= now;
    if (from === 'last') return counts(moments.at(-1)) ? moments : [];
    return moments.filter(counts);
  }

  function waitOf(open: readonly number[], now: number): number {
    const waits = rules.map(({ limit, windowMs }) => {
      const decisive = open.length < limit ? undefined : open.at(from === 'last' ? -1 : -limit);
      return decisive === undefined ? 0 : decisive + windowMs - now;
    });
    return Math.max(0, ...waits);
  }

  async function tryTake(given: string): Promise<Taken | Refused> {
    const key = networkOf(given);
    const { at, waitMs } = await counted.decide(key, (moments, now) => {
      const open = openOf(moments, now);
      const waitMs = waitOf(open, now);
      return { ...(waitMs === 0 && { moments: [...open, now] }), result: { at: now, waitMs } };
    });
    if (waitMs > 0) return { waitMs };
    let isBack = false;
    return {
      async giveBack() {
        if (isBack) return;
        isBack = true;
        await counted.decide(key, (moments) => {
          // The wait goes by the last one, whichever is given back.
          const index = from === 'last' && moments.includes(at) ? 0 : moments.lastIndexOf(at);
          return { ...(index >= 0 && { moments: moments.toSpliced(index, 1) }), result: undefined };
        });
      },
    };
  }

  return {
    tryTake,
    async assertFree(key) {
      const waitMs = await counted.decide(networkOf(key), (moments, now) => ({
        result: waitOf(openOf(moments, now), now),
      }));
      if (waitMs > 0) throw tooOften(code, waitMs);
    },
    async take(key) {
      const taken = await tryTake(key);
      if (!taken.giveBack) throw tooOften(code, taken.waitMs);
      return taken;
    },
    forget: (key) => counted.decide(networkOf(key), () => ({ moments: [], result: undefined })),
  };
}

/** The last `size` moments of one process, for limits that are asked for without waiting. `now` gives milliseconds. */
export function createWindow(size: number, windowMs: number, now: () => number) {
  /** A ring. */
  const moments = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  return {
    /** Milliseconds until there are fewer than `limit` within the window. */
    waitMs(limit = size): number {
      const left = (moments[(next - limit + 2 * size) % size] ?? 0) + windowMs - now();
      // More than the window is a clock that was set back.
      return left > windowMs ? 0 : Math.max(0, left);
    },
    count(): void {
      moments[next] = now();
      next = (next + 1) % size;
    },
  };
}

/** 429 with the wait in the message and in Retry-After. */
export function tooOften(code: ErrorCode, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError(code, 429, {
    values: { minutes: Math.ceil(seconds / 60) },
    headers: { 'Retry-After': String(seconds) },
  });
}

/**
 * The key by which limits count an address: an IPv6 address by its /64, which is the least that anybody is given, so whoever has one address
 * there has them all; an IPv4 address as it is, also within IPv6 (RFC 4291 §2.5.5). What is no address stays as it is.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  // The URL parser spells an address in one way (RFC 5952). A zone (RFC 4007) is no part of the network.
  const spelled = (text: string) => new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [front = [], back = []] = spelled(address.split('%', 1)[0] ?? '')
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const halves = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return halves.flatMap((half) => [half >> 8, half & 255]).join('.');
  }
  return `${spelled(`${groups.slice(0, 4).join(':')}::`)}/64`;
}
