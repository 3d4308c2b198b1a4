import { ipKeyGenerator } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';
import type { ErrorCode } from '#shared/messages.ts';
import { AppError } from '../errors.ts';

export interface RateLimitOptions {
  /** How often one address may ask within the window. */
  limit: number;
  windowMs: number;
  /** The message of the 429; its `{minutes}` is filled in. */
  code: ErrorCode;
  /** Addresses remembered; the longest unused goes first, so that a flood of addresses cannot fill the memory. */
  maxAddresses?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Counts what comes from one network address: never more than `limit` within any `windowMs`. */
export interface RateLimit {
  /** 429 with Retry-After when the address has no more to give; counts nothing. Ask before work is done. */
  assertFree(address: string): void;
  /** Counts one, or 429. Ask when the work is about to be done: of many at once only so many pass. */
  take(address: string): void;
  /** The work was not done after all. */
  giveBack(address: string): void;
}

/** An IPv6 address counts by its /56: whoever has one address there has them all. Addresses are in memory only. */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { limit, windowMs, code, maxAddresses = 50_000, now = () => Date.now() } = options;
  // By size, one each: `max` would take the room of all of them at once, a megabyte.
  const times = new LRUCache<string, number[]>({ maxSize: maxAddresses, sizeCalculation: () => 1 });
  // What lies in the future was counted before the clock was set back: nobody is to wait for it to come round.
  const taken = (key: string) =>
    (times.get(key) ?? []).filter((time) => time > now() - windowMs && time <= now());

  function free(address: string): { key: string; before: number[] } {
    const key = ipKeyGenerator(address);
    const before = taken(key);
    const [first = 0] = before;
    if (before.length < limit) return { key, before };
    const seconds = Math.max(1, Math.ceil((first + windowMs - now()) / 1000));
    throw new AppError(code, 429, {
      values: { minutes: Math.ceil(seconds / 60) },
      headers: { 'Retry-After': String(seconds) },
    });
  }

  return {
    assertFree: (address) => void free(address),
    take(address) {
      const { key, before } = free(address);
      times.set(key, [...before, now()]);
    },
    giveBack(address) {
      const key = ipKeyGenerator(address);
      times.set(key, taken(key).slice(0, -1));
    },
  };
}
