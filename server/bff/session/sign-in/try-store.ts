import { createHash } from 'node:crypto';
import type { ClientRateLimitInfo, Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';

export interface TryStoreOptions {
  /** Tries that may be open or wrong at once. */
  limit: number;
  /** Milliseconds for which the last counted try is remembered. */
  windowMs: number;
  /** Keys remembered; the longest unused is forgotten first, so a flood of made-up keys cannot fill the memory. */
  maxKeys: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Counts tries by key for express-rate-limit. Unlike the library's own store it is bounded, it measures the window from
 * the last counted try, so that the fifth wrong one is followed by the whole wait, and a try that is refused for the
 * limit neither counts nor prolongs it.
 */
export function createTryStore({ limit, windowMs, maxKeys, now }: TryStoreOptions) {
  const tries = new LRUCache<string, { count: number; until: number }>({ max: maxKeys });
  // Keys come from the network: hashed, they are all of one length.
  const short = (key: string) => createHash('sha256').update(key).digest('base64url');

  return {
    localKeys: true,

    increment(key: string): ClientRateLimitInfo {
      const known = tries.get(short(key));
      const entry = known && known.until > now() ? known : { count: 0, until: 0 };
      if (entry.count < limit) {
        entry.count += 1;
        entry.until = now() + windowMs;
        tries.set(short(key), entry);
        return { totalHits: entry.count, resetTime: new Date(entry.until) };
      }
      return { totalHits: limit + 1, resetTime: new Date(entry.until) };
    },

    decrement(key: string): void {
      const entry = tries.get(short(key));
      if (entry) entry.count = Math.max(0, entry.count - 1);
    },

    resetKey(key: string): void {
      tries.delete(short(key));
    },
  } satisfies Store;
}
