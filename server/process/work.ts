import { AppError } from '../errors.ts';

/**
 * Rejects when `work` takes too long, with an error that also means an unavailable database (database/errors.ts): a
 * machine that has stopped sends no error. The work itself continues, and may still succeed.
 */
export async function withTimeout<Result>(ms: number, work: Promise<Result>) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error(`no answer within ${ms} ms`), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(error), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a task when it is its turn. If `signal` fires before that, the task is removed from the queue. */
type Queue = <Value>(task: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;

interface QueueOptions {
  /** Maximum number of tasks that run at the same time. */
  atOnce: number;
  /** Maximum number of waiting tasks; unlimited by default. */
  waiting?: number;
  /** Creates the error for a task that is refused because the queue is full; by default 503 with Retry-After. */
  full?: () => Error;
  /** Creates the error for a task whose signal fired while it waited; by default the reason of the signal. */
  dropped?: () => Error;
}

const comeBack = () => new AppError('request.failed', 503, { retryAfter: 10 });

/** Creates a queue with these limits. Tasks start in the order in which they arrived. */
export function createQueue({ atOnce, waiting = Number.POSITIVE_INFINITY, ...errors }: QueueOptions): Queue {
  const { full = comeBack, dropped } = errors;
  let running = 0;
  const turns = new Set<() => void>();

  const myTurn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        turns.delete(turn);
        reject(dropped ? dropped() : signal?.reason);
      };
      const turn = () => {
        turns.delete(turn);
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      turns.add(turn);
      signal?.addEventListener('abort', leave, { once: true });
    });

  return async (task, signal) => {
    if (signal?.aborted) throw dropped ? dropped() : signal.reason;
    if (running < atOnce) running += 1;
    else if (turns.size >= waiting) throw full();
    // A task that has finished passes its slot directly to the next waiting task, so that no later task can take the
    // slot. `running` therefore does not change here.
    else await myTurn(signal);
    try {
      return await task();
    } finally {
      const [next] = turns;
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Signals for work in progress. `stopping` fires when no new work may begin, `cut` when the work in progress has to
 * be aborted.
 */
interface Stops {
  stopping: AbortSignal;
  cut: AbortSignal;
}

interface Task {
  /**
   * Does the work that is due. Returns the milliseconds until the next round; undefined if there is no next round
   * until `wake` or `wakeIn` is called.
   */
  round(stops: Stops): Promise<number | undefined>;
  /** Called when a round rejects, with the number of failures in a row. Not called if the worker is stopping. */
  failed(error: unknown, failures: number): void;
  /** Milliseconds after which a failed round is retried. */
  retryMs: number;
  /**
   * How long a stop waits for the round in progress before it aborts the round, in milliseconds. If absent, a stop
   * waits until the round ends.
   */
  graceMs?: number;
}

/**
 * Does one task in the background, in rounds. Only one round runs at a time. A round starts when it is due, or when
 * `wake` or `wakeIn` is called. The worker's timers do not keep the process alive.
 */
export interface BackgroundWorker {
  readonly stops: Stops;
  /** Starts a round now; if a round is in progress, another one after it. */
  wake(): void;
  /**
   * Starts a round after `ms` milliseconds. If a timer is set already, does nothing: the round of that timer does the
   * new work too.
   */
  wakeIn(ms: number): void;
  /** Runs other work in the worker's queue, so that no round runs at the same time. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
  /** Starts no new work, and resolves when no work is in progress. */
  stop(): Promise<void>;
}

/** Longest possible timer in milliseconds; Node fires longer timers immediately. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Creates a worker; its first round starts with the first `wake`. Timers use the monotonic clock, so they do not
 * notice when the wall clock is set: a task that depends on the wall clock must limit the wait that it returns.
 * Schedulers such as croner are not used, because they do not let each round decide when the next one is due.
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

  function wakeIn(ms: number) {
    if (timer || stopping.signal.aborted) return;
    timer = setTimeout(wake, Math.min(Math.max(0, ms), longestTimerMs)).unref();
  }

  function wake() {
    if (stopping.signal.aborted) return;
    clearTimeout(timer);
    timer = undefined;
    again = true;
    if (!isRunning) running = makeRounds();
  }

  async function makeRounds() {
    isRunning = true;
    let nextMs: number | undefined;
    while (again && !stopping.signal.aborted) {
      again = false;
      nextMs = await inTurn(() => round(stops)).then(succeeded, tryAgain);
    }
    isRunning = false;
    if (nextMs !== undefined) wakeIn(nextMs);
  }

  function succeeded(nextMs: number | undefined) {
    failures = 0;
    return nextMs;
  }

  function tryAgain(error: unknown) {
    failures += 1;
    if (!stopping.signal.aborted) failed(error, failures);
    return retryMs;
  }

  async function idle() {
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
 * Runs `work` at an interval of `everyMs` milliseconds, for the first time after one interval. Failed work is tried
 * again after the next interval.
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

/**
 * Returns the wait after `failures` failures in a row: `firstMs` after the first failure, doubled with each further
 * one, at most `longestMs`.
 */
export function backoff(failures: number, firstMs: number, longestMs: number) {
  return Math.min(longestMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), 30));
}

/** The calls that are in progress. For each key, new callers can join at most one of them. */
export function createSingleFlight<Value>() {
  const flights = new Map<string, { wait(signal?: AbortSignal): Promise<Value>; keepGoing(): void }>();

  return {
    join: (key: string) => flights.get(key),

    begin(key: string, make: (signal: AbortSignal) => Promise<Value>) {
      const controller = new AbortController();
      let waiting = 0;
      let isWanted = false;
      const forget = () => {
        if (flights.get(key) === flight) flights.delete(key);
      };
      const leave = (reason: unknown) => {
        waiting -= 1;
        if (waiting > 0 || isWanted) return;
        // The aborted call will give no answer, so it is removed and the next caller begins a new one.
        forget();
        controller.abort(reason);
      };
      const done = make(controller.signal).finally(forget);
      // Prevents an unhandled rejection if no caller waits any more. Callers see the failure through their own
      // promise.
      done.catch(() => {});
      const flight = {
        /** Lets the call continue after all callers have left. */
        keepGoing() {
          isWanted = true;
        },
        /**
         * Waits for the result. Rejects with the reason of `signal`. When the last caller has stopped waiting, the call
         * is aborted.
         */
        async wait(signal?: AbortSignal): Promise<Value> {
          waiting += 1;
          return unlessLeft(done, signal, leave);
        },
      };
      flights.set(key, flight);
      return flight;
    },
  };
}

/** Waits for a call, but not after `signal` has fired: then rejects with its reason, and calls `left` with it. */
function unlessLeft<Result>(
  call: Promise<Result>,
  signal: AbortSignal | undefined,
  left: (reason: unknown) => void,
): Promise<Result> {
  if (!signal) return call;
  return new Promise((resolve, reject) => {
    const leave = () => {
      left(signal.reason);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    call.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
