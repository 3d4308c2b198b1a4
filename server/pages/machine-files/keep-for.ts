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

export interface KeepOptions extends KeepTimes {
  /** Is thrown to whoever has waited for the first one in vain; it goes on being made. */
  late: () => Error;
  now?: () => number;
}

/**
 * Keeps a value, and has one new one at a time made when it gets old, with the arguments of whoever asked first. When that fails,
 * the one that is there stays, and is given until a later try brings another; with none there, whoever waited gets the failure.
 */
export function keepFor<Value, Asked extends unknown[]>(
  { freshMs, staleMs, waitMs, firstMs, late, now = Date.now }: KeepOptions,
  make: (...asked: Asked) => Promise<Value>,
): (...asked: Asked) => Promise<Value> {
  let kept: { value: Value; at: number } | undefined;
  let making: Promise<Value> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;

  function refresh(asked: Asked): Promise<Value> {
    making ??= make(...asked)
      .then(
        (value) => {
          kept = { value, at: now() };
          return value;
        },
        (error: unknown) => {
          failedAt = now();
          throw error;
        },
      )
      .finally(() => {
        making = undefined;
      });
    return making;
  }

  return async (...asked) => {
    if (!kept) return within(firstMs, refresh(asked), late);
    const { value, at } = kept;
    const age = now() - at;
    // A host that just failed is left in peace for a while.
    if (age < freshMs || (!making && now() - failedAt < freshMs)) return value;
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
