import { ipKeyGenerator } from 'express-rate-limit';
import type { ErrorCode } from '#shared/messages.ts';
import type { Counts } from '../database/site/counts.ts';
import { AppError } from '../errors.ts';

export interface RateLimitOptions {
  counts: Counts;
  /** What is counted, for the counts: `form-message` … */
  kind: string;
  /** How often one address may ask within the window. */
  limit: number;
  windowMs: number;
  /** The message of the 429; its `{minutes}` is filled in. */
  code: ErrorCode;
  /** Addresses remembered. */
  maxAddresses?: number;
}

/** Counts what comes from one network address: never more than `limit` within any `windowMs`. */
export interface RateLimit {
  /** 429 with Retry-After when the address has no more to give; counts nothing. Ask before work is done. */
  assertFree(address: string): Promise<void>;
  /** Counts one, or 429. Ask when the work is about to be done: of many at once only so many pass. */
  take(address: string): Promise<Taken>;
}

/** One that was counted. */
interface Taken {
  /** The work was not done after all. When nobody comes to say so, it counts until its window is over. */
  giveBack(): Promise<void>;
}

/**
 * What limits count an address by: an IPv6 address by its /64, which is the least that anybody is given, so whoever has one address
 * there has them all. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  return ipKeyGenerator(address, 64);
}

/** An address counts by its network (`networkOf`). */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { counts, kind, limit, windowMs, code, maxAddresses } = options;
  const counted = counts.of(kind, { windowMs, ...(maxAddresses !== undefined && { maxKeys: maxAddresses }) });
  // What lies in the future was counted before the clock was set back: nobody is to wait for it to come round.
  const within = (moments: readonly number[], now: number) =>
    moments.filter((moment) => moment > now - windowMs && moment <= now);
  /** Milliseconds until the address has one more; 0 when it has. */
  const waitOf = (taken: readonly number[], now: number) =>
    taken.length < limit ? 0 : Math.max(1, (taken[0] ?? now) + windowMs - now);

  function refuse(waitMs: number): never {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    throw new AppError(code, 429, {
      values: { minutes: Math.ceil(seconds / 60) },
      headers: { 'Retry-After': String(seconds) },
    });
  }

  return {
    async assertFree(address) {
      const wait = await counted.decide(networkOf(address), (moments, now) => ({
        result: waitOf(within(moments, now), now),
      }));
      if (wait > 0) refuse(wait);
    },
    async take(address) {
      const key = networkOf(address);
      const { at, wait } = await counted.decide(key, (moments, now) => {
        const taken = within(moments, now);
        const wait = waitOf(taken, now);
        return wait > 0
          ? { result: { at: now, wait } }
          : { moments: [...taken, now], result: { at: now, wait } };
      });
      if (wait > 0) refuse(wait);
      return {
        giveBack: () =>
          counted.decide(key, (moments) => {
            const index = moments.lastIndexOf(at);
            return index < 0
              ? { result: undefined }
              : { moments: moments.toSpliced(index, 1), result: undefined };
          }),
      };
    },
  };
}
