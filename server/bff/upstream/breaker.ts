import {
  CircuitState,
  circuitBreaker,
  ExponentialBackoff,
  handleAll,
  type IBackoff,
  type IBreaker,
  noJitterGenerator,
} from 'cockatiel';

/**
 * Limits for when a breaker opens, and for how long (server/bff/upstream/README.md, "Breaker"). Times are in
 * milliseconds.
 */
const breakerTimes = {
  /** Number of failures in a row that opens the breaker. */
  failures: 5,
  /**
   * The failures count only if the first of them is no older than this. Five timeouts in sequence take 75 s by
   * default, so the time has to be longer than that.
   */
  withinMs: 2 * 60_000,
  /** How long the breaker stays open at first. The time doubles after each failed trial call, up to `longestMs`. */
  firstMs: 2_000,
  longestMs: 30_000,
};

export type BreakerState = 'closed' | 'open' | 'half-open';

/** The result of an exchange for a breaker: success, failure, or no information (`unknown`). */
export type Verdict = 'ok' | 'failed' | 'unknown';

/**
 * Called with the verdict of an exchange that the breaker admitted, and the cause of a failure. Resolves once the
 * breaker has updated its state.
 */
export type Report = (verdict: Verdict, cause?: unknown) => Promise<void>;

/** Counts failures in a row, and stops calls for a while when there are too many. */
export interface Breaker {
  readonly state: BreakerState;
  /** When the first failure of the present run of failures happened; undefined while the breaker is closed. */
  readonly downSince: Date | undefined;
  /** Whole seconds until the next trial call, at least 1. */
  readonly retryAfterSeconds: number;
  /**
   * Requests permission for an exchange; undefined if nothing may be sent now. While the breaker is open, one caller
   * at a time is admitted as a trial: only a caller with `mayTry`, and only after the wait or after `permitTry`.
   */
  enter(mayTry: boolean): Report | undefined;
  /** Admits the next caller with `mayTry` without any wait. */
  permitTry(): void;
}

interface BreakerOptions {
  /** Returns milliseconds of a monotonic clock. */
  now?: () => number;
  /** Called when the breaker opens, with the milliseconds until the next trial call. */
  onOpen?: (waitMs: number, cause: unknown) => void;
  onClose?: () => void;
}

/**
 * Creates a breaker on cockatiel's state machine, with a monotonic clock. cockatiel itself uses the wall clock: if
 * that were set back by a day, a breaker would stay open for a day.
 */
export function createBreaker({
  now = () => performance.now(),
  onOpen = () => {},
  onClose = () => {},
}: BreakerOptions = {}): Breaker {
  const run = new RunOfFailures(now);
  const lengths = new ExponentialBackoff({
    initialDelay: breakerTimes.firstMs,
    maxDelay: breakerTimes.longestMs,
    generator: noJitterGenerator,
  });
  let tryAt = 0;
  let isPermitted = false;
  /**
   * Increases with each change of state. The result of an exchange that began before the last change is ignored:
   * timeouts that began during an outage may end long after it, and must not count then.
   */
  let era = 0;

  const isDue = () => isPermitted || now() >= tryAt;
  const waitOf = (length: IBackoff<unknown>): IBackoff<unknown> => {
    tryAt = now() + length.duration;
    return {
      get duration() {
        return isDue() ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      },
      next: (context) => waitOf(length.next(context)),
    };
  };
  const policy = circuitBreaker(handleAll, {
    halfOpenAfter: { next: () => waitOf(lengths.next()) },
    breaker: run,
  });
  policy.onBreak((reason) => {
    era += 1;
    isPermitted = false;
    onOpen(tryAt - now(), 'error' in reason ? reason.error : undefined);
  });
  policy.onReset(() => {
    era += 1;
    run.success();
    onClose();
  });

  /** Reports the result of an exchange to the state machine. */
  const see = (exchange: Promise<void>) => policy.execute(() => exchange).catch(() => {});

  return {
    get state() {
      return states[policy.state];
    },
    get downSince() {
      return policy.state === CircuitState.Closed ? undefined : run.since;
    },
    get retryAfterSeconds() {
      return Math.max(1, Math.ceil((tryAt - now()) / 1000));
    },
    permitTry() {
      isPermitted = true;
    },
    enter(mayTry) {
      if (policy.state === CircuitState.Closed) {
        const begun = era;
        return async (verdict, cause) => {
          if (begun !== era || verdict === 'unknown') return;
          if (verdict === 'failed') await see(Promise.reject(cause));
          else if (run.isRunning) run.success();
        };
      }
      if (policy.state !== CircuitState.Open || !mayTry || !isDue()) return undefined;
      const exchange = Promise.withResolvers<void>();
      const seen = see(exchange.promise);
      return async (verdict, cause) => {
        if (verdict === 'ok') exchange.resolve();
        else exchange.reject(cause);
        await seen;
        // The caller left before there was an answer, so the trial showed nothing and the next caller may be a trial.
        if (verdict === 'unknown') isPermitted = true;
      };
    },
  };
}

const states: Record<CircuitState, BreakerState> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Isolated]: 'open',
};

/** Opens the breaker after a number of failures in a row within a limited time. */
class RunOfFailures implements IBreaker {
  state: unknown;
  readonly #now: () => number;
  #failures: { at: number; date: Date }[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  get isRunning(): boolean {
    return this.#failures.length > 0;
  }

  /** When the first failure of the run happened, by the wall clock. */
  get since(): Date | undefined {
    return this.#failures[0]?.date;
  }

  success(): void {
    this.#failures = [];
  }

  failure(state: CircuitState): boolean {
    if (state !== CircuitState.Closed) return true;
    const at = this.#now();
    this.#failures = this.#failures.filter((each) => at - each.at <= breakerTimes.withinMs);
    this.#failures.push({ at, date: new Date() });
    return this.#failures.length >= breakerTimes.failures;
  }
}
