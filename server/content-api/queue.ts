export interface QueueLimits {
  /** Jobs that run at the same time. */
  atOnce: number;
  /** Jobs that may wait for a place; any number unless told. */
  waiting?: number;
}

/** Runs jobs in the order in which they came, only so many at once; a job past the waiting limit rejects with `refusal()`. */
export function createQueue(
  { atOnce, waiting: mayWait = Number.POSITIVE_INFINITY }: QueueLimits,
  refusal: () => Error = () => new Error('createQueue: too many wait'),
) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function run<Result>(job: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (waiting.length >= mayWait) throw refusal();
      // The place is handed over, not freed, so that nobody who came later can step in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
