import { setTimeout } from 'node:timers/promises';

interface MemoizeTimes {
  /** Age below which a value is fresh and returned directly. */
  freshMs: number;
  /** How much older than `freshMs` a value may be to be returned as stale while a refresh runs. */
  staleMs: number;
  /** How long a caller waits for the refresh of a value that is older than `freshMs` and `staleMs` together. */
  waitMs: number;
  /** How long a caller waits for the first value. */
  firstMs: number;
}

interface KeepOptions<Value> extends MemoizeTimes {
  /** Creates the error for a caller who has waited too long for the first value. The work on the value continues. */
  late: () => Error;
  /**
   * Returns a number that changes with every write. If it has changed since the making of a value began, the value is
   * out of date, and later callers do not get it.
   */
  generation?: () => number;
  /**
   * Returns when a value stops being true, however new it is, in milliseconds since 1970. By default values do not
   * expire.
   */
  endOf?: (value: Value) => number;
  now?: () => number;
}

/**
 * Caches one value. A stale value is refreshed by single flight, with the arguments of the first caller. If the
 * refresh fails, the old value is returned until a later refresh succeeds; if there is no old value, the waiting
 * callers get the error.
 */
export function memoizeFor<Value, Asked extends unknown[]>(
  {
    freshMs,
    staleMs,
    waitMs,
    firstMs,
    late,
    generation = () => 0,
    endOf = () => Number.POSITIVE_INFINITY,
    now = Date.now,
  }: KeepOptions<Value>,
  make: (...asked: Asked) => Promise<Value>,
): (...asked: Asked) => Promise<Value> {
  let kept: { value: Value; at: number } | undefined;
  let making: Promise<Value> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let current = generation();

  function refresh(asked: Asked): Promise<Value> {
    if (making) return making;
    const begun = current;
    const isCurrent = () => begun === generation();
    const made = make(...asked)
      .then(
        (value) => {
          if (isCurrent()) kept = { value, at: now() };
          return value;
        },
        (error: unknown) => {
          if (isCurrent()) failedAt = now();
          throw error;
        },
      )
      .finally(() => {
        if (making === made) making = undefined;
      });
    making = made;
    return made;
  }

  function forgetWhatIsOutOfDate(): void {
    if (kept && endOf(kept.value) <= now()) kept = undefined;
    if (current === generation()) return;
    current = generation();
    kept = undefined;
    making = undefined;
    failedAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * Returns how long ago a time was. A time in the future was recorded before the clock was set back: its age is
   * unknown and counts as infinite.
   */
  const since = (time: number) => (time > now() ? Number.POSITIVE_INFINITY : now() - time);

  return async (...asked) => {
    forgetWhatIsOutOfDate();
    if (!kept) return withTimeout(firstMs, refresh(asked), late);
    const { value, at } = kept;
    const age = since(at);
    // If the last refresh failed less than `freshMs` ago, no new one is started yet, and the old value is returned.
    if (age < freshMs || (!making && since(failedAt) < freshMs)) return value;
    const fresh = refresh(asked);
    fresh.catch(() => undefined);
    if (age < freshMs + staleMs) return value;
    return withTimeout(waitMs, fresh, late).catch(() => value);
  };
}

/** Rejects with `late` if the promise takes longer than `ms`. The work behind the promise continues. */
async function withTimeout<Value>(ms: number, promise: Promise<Value>, late: () => Error): Promise<Value> {
  const stop = new AbortController();
  const over = setTimeout(ms, undefined, { ref: false, signal: stop.signal }).then(() => {
    throw late();
  });
  over.catch(() => undefined);
  promise.catch(() => undefined);
  try {
    return await Promise.race([promise, over]);
  } finally {
    stop.abort();
  }
}
