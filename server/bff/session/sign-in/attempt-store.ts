import type { Counts } from '../../../database/site/counts.ts';

export interface AttemptStoreOptions {
  counts: Counts;
  /** What is tried, for the counts: `login-address` … */
  kind: string;
  /** Attempts that may be open or wrong at once. */
  limit: number;
  /** Milliseconds for which the last counted attempt is remembered. */
  windowMs: number;
  /** Keys remembered. */
  maxKeys: number;
}

/** An attempt that was counted, at that moment; or that was not, since there were too many: the next one counts after `waitMs`. */
type Attempt = { at: number } | { waitMs: number };

/**
 * Counts attempts by key. The window is measured from the last counted attempt, so that the fifth wrong one is followed by the whole
 * wait; an attempt that is refused for the limit neither counts nor prolongs it.
 */
export interface AttemptStore {
  count(key: string): Promise<Attempt>;
  /** The attempt of that moment does not count after all. Of one whose window is over nothing is left. */
  forgive(key: string, at: number): Promise<void>;
  /** Begins anew. */
  forget(key: string): Promise<void>;
}

export function createAttemptStore({
  counts,
  kind,
  limit,
  windowMs,
  maxKeys,
}: AttemptStoreOptions): AttemptStore {
  const counted = counts.of(kind, { windowMs, maxKeys });
  return {
    count: (key) =>
      counted.decide<Attempt>(key, (moments, now) => {
        const last = moments.at(-1) ?? Number.NEGATIVE_INFINITY;
        // Later than now is nothing that was noted by this clock: it was set back, and nobody is to wait for it to come round.
        const open = last > now - windowMs && last <= now ? moments : [];
        if (open.length >= limit) return { result: { waitMs: last + windowMs - now } };
        return { moments: [...open, now], result: { at: now } };
      }),
    // The wait goes by the last one, whichever is forgiven.
    forgive: (key, at) =>
      counted.decide(key, (moments) => ({
        ...(moments.includes(at) && { moments: moments.slice(1) }),
        result: undefined,
      })),
    forget: (key) => counted.decide(key, () => ({ moments: [], result: undefined })),
  };
}
