import { createQueue } from './queue.ts';

/** For work under way: when nothing further is to begin, and when even what has begun is cut off. */
export interface Stops {
  stopping: AbortSignal;
  cut: AbortSignal;
}

export interface Task {
  /** Does what is due; gives the milliseconds after which to look again, or undefined to sleep until woken. */
  round(stops: Stops): Promise<number | undefined>;
  /** A round has rejected, and so many in a row. Not asked for one that fails while the worker stops. */
  failed(error: unknown, failures: number): void;
  /** After so many milliseconds a round that failed is made again. */
  retryMs: number;
  /** A stop waits for the round under way for so many milliseconds, then it is cut off; without it, until the round ends. */
  graceMs?: number;
}

/** Does one task in the background: one round at a time, when it is due or woken. Its timers keep no process alive. */
export interface BackgroundWorker {
  readonly stops: Stops;
  /** Something may be due: a round now, or once more after the one under way. */
  wake(): void;
  /** A round after so many milliseconds, unless one is set already: what comes in between is done with it. */
  wakeIn(ms: number): void;
  /** Does something else in turn, with no round at the same time. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Begins nothing further, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

/** Timers beyond 2^31 ms fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Begins with the first `wake`. Schedulers (toad-scheduler, croner) run jobs at an interval or a time of day; here a round says when the next one
 * is due, and a stop has its time. Waits go by the monotonic clock of timers: a task whose moments are of a clock that may be set gives no
 * longer waits than it can afford to be late.
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

/** Does something every so many milliseconds, first after that time; what fails is done again the next time. */
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

/** How long to wait after so many failures in a row: at first `firstMs`, then twice as long, and so on. */
export function backoff(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), 30));
}
