import { createHash } from 'node:crypto';
import type { ClientRateLimitInfo, Store } from 'express-rate-limit';
import { LRUCache } from 'lru-cache';

export interface AttemptStoreOptions {
  /** Attempts that may be open or wrong at once. */
  limit: number;
  /** Milliseconds for which the last counted attempt is remembered. */
  windowMs: number;
  /** Keys remembered; the longest unused is forgotten first, so a flood of made-up keys cannot fill the memory. */
  maxKeys: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Counts attempts by key for express-rate-limit. Unlike the library's own store it is bounded, it measures the window from
 * the last counted attempt, so that the fifth wrong one is followed by the whole wait, and an attempt that is refused for the
 * limit neither counts nor prolongs it.
 */
export function createAttemptStore({ limit, windowMs, maxKeys, now }: AttemptStoreOptions) {
  // By size, one each: `max` would take the room of all of them at once, a megabyte.
  const attempts = new LRUCache<string, { count: number; until: number }>({
    maxSize: maxKeys,
    sizeCalculation: () => 1,
  });
  // Keys come from the network: hashed, they are all of one length.
  const short = (key: string) => createHash('sha256').update(key).digest('base64url');

  return {
    localKeys: true,

    increment(key: string): ClientRateLimitInfo {
      const known = attempts.get(short(key));
      const time = now();
      // Later than the whole wait is nothing that was noted by this clock: it was set back, and nobody is to wait for it to come round.
      const counts = known && known.until > time && known.until <= time + windowMs;
      const entry = counts ? known : { count: 0, until: 0 };
      if (entry.count < limit) {
        entry.count += 1;
        entry.until = time + windowMs;
        attempts.set(short(key), entry);
        return { totalHits: entry.count, resetTime: new Date(entry.until) };
      }
      return { totalHits: limit + 1, resetTime: new Date(entry.until) };
    },

    decrement(key: string): void {
      const entry = attempts.get(short(key));
      if (entry) entry.count = Math.max(0, entry.count - 1);
    },

    resetKey(key: string): void {
      attempts.delete(short(key));
    },
  } satisfies Store;
}
