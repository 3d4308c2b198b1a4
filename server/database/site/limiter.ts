import { isIPv6 } from 'node:net';
import { limits } from '#shared/limits.ts';
import type { ErrorCode } from '#shared/messages.ts';
import { AppError } from '../../errors.ts';
import type { Counts } from './counts.ts';

interface LimiterOptions {
  /** Maximum number of attempts in the window, in milliseconds. */
  limit: number;
  windowMs: number;
  counts: Counts;
  /** Name under which the attempts are counted, e.g. `form-message`. */
  kind: string;
  /** Text code of the 429 error. Its message may contain `{minutes}`, which is filled in. */
  code?: ErrorCode;
  /**
   * When attempts stop counting. `each`: every attempt after its own window. `last`: all attempts together, when the
   * window of the last one is over.
   */
  from?: 'each' | 'last';
}

export type Limiter = ReturnType<typeof createLimiter>;

/** An attempt that was counted. */
export interface Taken {
  /**
   * Takes the count of the attempt back, because the work was not done. Otherwise the attempt counts until its window
   * is over.
   */
  giveBack(): Promise<void>;
}

interface Refused {
  giveBack?: undefined;
  waitMs: number;
}

/**
 * Limits how often something is done, counted by key: in memory, or across all processes that share a database
 * (`Counts`). If a key is an IP address, its network is counted (`networkOf`). A refused attempt does not count, and
 * does not prolong the wait.
 */
export function createLimiter(options: LimiterOptions) {
  const { counts, kind, limit, windowMs, code = 'login.throttled', from = 'each' } = options;
  const counted = counts.of(kind, windowMs);

  /**
   * Returns the attempts that still count. An attempt with a time in the future was recorded before the clock was set
   * back, and does not count.
   */
  function openOf(moments: readonly number[], now: number) {
    const counts = (moment: number | undefined) =>
      moment !== undefined && moment > now - windowMs && moment <= now;
    if (from === 'last') return counts(moments.at(-1)) ? moments : [];
    return moments.filter(counts);
  }

  function waitOf(open: readonly number[], now: number) {
    const decisive = open.length < limit ? undefined : open.at(from === 'last' ? -1 : -limit);
    return decisive === undefined ? 0 : Math.max(0, decisive + windowMs - now);
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
          // With `last` the wait is counted from the last attempt, so the time of the last attempt has to stay: the
          // oldest time is removed instead, whichever attempt is taken back.
          const index = from === 'last' && moments.includes(at) ? 0 : moments.lastIndexOf(at);
          return { ...(index >= 0 && { moments: moments.toSpliced(index, 1) }), result: undefined };
        });
      },
    };
  }

  return {
    /** Counts one attempt, or returns how long the caller has to wait for the next one, in milliseconds. */
    tryTake,
    /**
     * Throws 429 with Retry-After if the key has reached its limit. Counts nothing. To be called before the work
     * begins.
     */
    async assertFree(key: string) {
      const waitMs = await counted.decide(networkOf(key), (moments, now) => ({
        result: waitOf(openOf(moments, now), now),
      }));
      if (waitMs > 0) throw tooOften(code, waitMs);
    },
    /**
     * Counts one attempt, or throws 429. To be called just before the work: of many concurrent attempts, only as many
     * as the limit allows get through.
     */
    async take(key: string): Promise<Taken> {
      const taken = await tryTake(key);
      if (!taken.giveBack) throw tooOften(code, taken.waitMs);
      return taken;
    },
    /** Resets the count of a key. */
    forget: (key: string) => counted.decide(networkOf(key), () => ({ moments: [], result: undefined })),
  };
}

/**
 * Limits visitors' forms: those of one mailbox from one address, and with a higher limit all that come from one address,
 * because a network is shared by many people. `assertFree` knows only the address.
 */
export function createFormLimiter(counts: Counts, kind: string) {
  const rule = { counts, windowMs: 60 * 60_000, code: 'form.tooOften' } as const;
  const ofAddress = createLimiter({ ...rule, kind, limit: limits.formsPerAddressPerHour });
  const ofPerson = createLimiter({ ...rule, kind: `${kind}-mailbox`, limit: limits.formsPerHour });
  return {
    assertFree: ofAddress.assertFree,
    take: (address: string, email: string) =>
      takeBoth([ofPerson, `${networkOf(address)} ${mailboxOf(email)}`], [ofAddress, address]),
  };
}

/** Counts one attempt by two limiters, or throws 429 and counts it by neither. */
export async function takeBoth(...both: [limiter: Limiter, key: string][]) {
  const taken: Taken[] = [];
  const giveBack = () => Promise.all(taken.map((each) => each.giveBack()));
  try {
    for (const [limiter, key] of both) taken.push(await limiter.take(key));
  } catch (error) {
    await giveBack();
    throw error;
  }
  return { giveBack };
}

/** Unifies spellings that most mail servers deliver to one person: any case, and anything after a "+" (RFC 5233). */
export function mailboxOf(email: string) {
  return email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');
}

/**
 * Creates a record of when the last `size` events of this process happened, for limits that have to be checked
 * synchronously. `now` returns milliseconds.
 */
export function createWindow(size: number, windowMs: number, now: () => number) {
  /** The times of the events, as a ring buffer. */
  const moments = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  return {
    /** Returns the milliseconds until fewer than `limit` events lie within the window. */
    waitMs(limit = size) {
      const left = (moments[(next - limit + 2 * size) % size] ?? 0) + windowMs - now();
      // A wait that is longer than the window means that the clock was set back; the caller then need not wait.
      return left > windowMs ? 0 : Math.max(0, left);
    },
    count() {
      moments[next] = now();
      next = (next + 1) % size;
    },
  };
}

/** Creates a 429 error. The wait is stated in its message and in Retry-After. */
export function tooOften(code: ErrorCode, waitMs: number) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError(code, 429, {
    values: { minutes: Math.ceil(seconds / 60) },
    retryAfter: seconds,
  });
}

/**
 * Returns the key under which limits count an IP address. For an IPv6 address this is its /64 network, because that
 * is the smallest network assigned to one user, who can use all addresses in it. An IPv4 address is its own key, even
 * if it is written as IPv6 (RFC 4291 §2.5.5). Any other text is returned unchanged.
 */
export function networkOf(address: string) {
  if (!isIPv6(address)) return address;
  // The URL parser gives every address the same spelling (RFC 5952). A zone (RFC 4007) is cut off, because it is not
  // part of the network.
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
