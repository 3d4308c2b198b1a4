import { createQueue } from './queue.ts';

/**
 * Signals for work under way: `stopping` fires when no new work may begin, `cut` when work under way is aborted as
 * well.
 */
export interface Stops {
  stopping: AbortSignal;
  cut: AbortSignal;
}

export interface Task {
  /** Does the work that is due. Returns the milliseconds until the next round, or undefined to sleep until woken. */
  round(stops: Stops): Promise<number | undefined>;
  /**
   * Called when a round rejects, with the number of failures in a row. Not called for a round that fails while the
   * worker stops.
   */
  failed(error: unknown, failures: number): void;
  /** Milliseconds after which a failed round is retried. */
  retryMs: number;
  /**
   * Milliseconds that a stop waits for the round under way before aborting it. Without it, a stop waits until the
   * round ends.
   */
  graceMs?: number;
}

/**
 * Does one task in the background: one round at a time, when it is due or woken. Its timers do not prevent the
 * process from ending.
 */
export interface BackgroundWorker {
  readonly stops: Stops;
  /** Starts a round now, or another one after the round under way. */
  wake(): void;
  /**
   * Starts a round after so many milliseconds. Does nothing if a timer is set already: its round does the new work as
   * well.
   */
  wakeIn(ms: number): void;
  /** Runs other work in the worker's queue, so that no round runs at the same time. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when no work is under way. */
  idle(): Promise<void>;
  /** Starts no new work, and resolves when no work is under way. */
  stop(): Promise<void>;
}

/** Node fires timers beyond 2^31 ms at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Creates a worker, which begins with the first `wake`. Schedulers (toad-scheduler, croner) run jobs at an interval
 * or a time of day; here each round returns the time of the next one, and a stop has a grace period. Timers use the
 * monotonic clock: a task that depends on the wall clock, which may be set, must return waits no longer than the
 * delay that it can afford.
 */
export function createWorker({ round, failed, retryMs, graceMs }: Task): BackgroundWorker {
  const stopping = new AbortController();
  const cut = new AbortController();
  const stops = { stopping: stopping.signal, cut: cut.signal };
  const inTurn = createQueue({ atOnce: 1 });
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  let isRunning = false;
  let running: Promise<void> | undefined;
  let failures = 0;

  function wakeIn(ms: number): void {
    if (timer || stopping.signal.aborted) return;
    timer = setTimeout(wake, Math.min(Math.max(0, ms), longestTimerMs)).unref();
  }

  function wake(): void {
    if (stopping.signal.aborted) return;
    clearTimeout(timer);
    timer = undefined;
    again = true;
    if (!isRunning) running = makeRounds();
  }

  async function makeRounds(): Promise<void> {
    isRunning = true;
    let nextMs: number | undefined;
    while (again && !stopping.signal.aborted) {
      again = false;
      nextMs = await inTurn(() => round(stops)).then(succeeded, tryAgain);
    }
    isRunning = false;
    if (nextMs !== undefined) wakeIn(nextMs);
  }

  function succeeded(nextMs: number | undefined): number | undefined {
    failures = 0;
    return nextMs;
  }

  function tryAgain(error: unknown): number {
    failures += 1;
    if (!stopping.signal.aborted) failed(error, failures);
    return retryMs;
  }

  async function idle(): Promise<void> {
    await running;
    await inTurn(async () => {});
  }

  return {
    stops,
    wake,
    wakeIn,
    run: inTurn,
    idle,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      const grace = graceMs === undefined ? undefined : setTimeout(() => cut.abort(), graceMs);
      await idle();
      clearTimeout(grace);
    },
  };
}

/**
 * Runs work at an interval of so many milliseconds, first after one interval. Failed work is tried again at the next
 * one.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  failed: Task['failed'] = () => {},
): BackgroundWorker {
  const worker = createWorker({
    async round() {
      await work();
      return everyMs;
    },
    failed,
    retryMs: everyMs,
  });
  worker.wakeIn(everyMs);
  return worker;
}

/** Returns the wait after so many failures in a row: `firstMs` at first, doubled each time, at most `longestMs`. */
export function backoff(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), 30));
}
