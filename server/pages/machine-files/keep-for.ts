import { setTimeout } from 'node:timers/promises';

/** All in milliseconds. */
export interface KeepTimes {
  /** A value younger than this is given as it is. */
  freshMs: number;
  /** Up to so much older it is given while one new one is made. */
  staleMs: number;
  /** Whoever finds it older still waits for the new one, but no longer than this. */
  waitMs: number;
  /** Whoever finds none waits so long. */
  firstMs: number;
}

export interface KeepOptions<Value> extends KeepTimes {
  /** Is thrown to whoever has waited for the first one in vain; it goes on being made. */
  late: () => Error;
  /** Changes with every write: what was begun before is out of date, and is given to nobody who asks after it. */
  generation?: () => number;
  /** Milliseconds since 1970 from which a value is no longer true, whatever its age; never by default. */
  endOf?: (value: Value) => number;
  now?: () => number;
}

/**
 * Keeps a value, and has one new one at a time made when it gets old, with the arguments of whoever asked first. When that fails,
 * the one that is there stays, and is given until a later try brings another; with none there, whoever waited gets the failure.
 */
export function keepFor<Value, Asked extends unknown[]>(
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

  /** A time of the future is of before the clock was set back: how long ago that was nobody knows. */
  const since = (time: number) => (time > now() ? Number.POSITIVE_INFINITY : now() - time);

  return async (...asked) => {
    forgetWhatIsOutOfDate();
    if (!kept) return within(firstMs, refresh(asked), late);
    const { value, at } = kept;
    const age = since(at);
    // A host that just failed is left in peace for a while.
    if (age < freshMs || (!making && since(failedAt) < freshMs)) return value;
    const fresh = refresh(asked);
    fresh.catch(() => undefined);
    if (age < freshMs + staleMs) return value;
    return within(waitMs, fresh, late).catch(() => value);
  };
}

/** Rejects with `late` after so long; what was waited for goes on. */
async function within<Value>(ms: number, promise: Promise<Value>, late: () => Error): Promise<Value> {
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
