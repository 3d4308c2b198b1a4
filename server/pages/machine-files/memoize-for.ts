import { setTimeout } from 'node:timers/promises';

export interface MemoizeTimes {
  /** A value younger than this is fresh and returned directly. */
  freshMs: number;
  /** A value up to this much older is stale: it is returned while a refresh runs. */
  staleMs: number;
  /** A caller waits at most this long for the refresh of an even older value. */
  waitMs: number;
  /** A caller waits at most this long for the first value. */
  firstMs: number;
}

export interface KeepOptions<Value> extends MemoizeTimes {
  /** Creates the error for a caller who has waited too long for the first value. Its creation continues. */
  late: () => Error;
  /**
   * Changes with every write. Values whose creation began before are out of date, and later callers never get them.
   */
  generation?: () => number;
  /** Returns the time from which a value is no longer true at any age, in milliseconds since 1970. Default: never. */
  endOf?: (value: Value) => number;
  now?: () => number;
}

/**
 * Caches a value, and refreshes a stale one by single flight, with the arguments of the first caller. If the refresh
 * fails, the old value is served until a later attempt succeeds; without an old value, the waiting callers get the
 * failure.
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

  /** A time in the future was recorded before the clock was set back, so its age is unknown. */
  const since = (time: number) => (time > now() ? Number.POSITIVE_INFINITY : now() - time);

  return async (...asked) => {
    forgetWhatIsOutOfDate();
    if (!kept) return withTimeout(firstMs, refresh(asked), late);
    const { value, at } = kept;
    const age = since(at);
    // No retry soon after a failure of the host.
    if (age < freshMs || (!making && since(failedAt) < freshMs)) return value;
    const fresh = refresh(asked);
    fresh.catch(() => undefined);
    if (age < freshMs + staleMs) return value;
    return withTimeout(waitMs, fresh, late).catch(() => value);
  };
}

/** Rejects with `late` after so long. The awaited work continues. */
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
