import {
  CircuitState,
  circuitBreaker,
  ExponentialBackoff,
  handleAll,
  type IBackoff,
  type IBreaker,
  noJitterGenerator,
} from 'cockatiel';

/** When a breaker opens and for how long (docs/architecture.md §5, Breaker). Times in milliseconds. */
const breakerTimes = {
  /** So many failures in a row … */
  failures: 5,
  /** … of which the first is no older than this. Five silent calls, one after the other, are 75 s by default. */
  withinMs: 2 * 60_000,
  /** How long it stays open at first; twice as long after each try that failed, up to the longest. */
  firstMs: 2_000,
  longestMs: 30_000,
};

export type BreakerState = 'closed' | 'open' | 'half-open';

/** What an exchange says of whoever was asked: it works, it failed, or nothing is known. */
export type Verdict = 'ok' | 'failed' | 'unknown';

/** Takes the verdict of an exchange that was let through, a failure with its cause. Resolves once the breaker has drawn its conclusion. */
export type Report = (verdict: Verdict, cause?: unknown) => Promise<void>;

/** Counts failures in a row, and says when nothing should be tried for a while. */
export interface Breaker {
  readonly state: BreakerState;
  /** When the first of the failures in a row happened, while it is not closed. */
  readonly downSince: Date | undefined;
  /** Whole seconds until the next try, at least 1. */
  readonly retryAfterSeconds: number;
  /**
   * Asks to be let through. Undefined when nothing may be sent now. In the open state one caller at a time gets through to try it,
   * when the wait is over or `permitTry` was called, and only one who `mayTry`.
   */
  enter(mayTry: boolean): Report | undefined;
  /** The next one who `mayTry` is let through, whenever that is. */
  permitTry(): void;
}

export interface BreakerOptions {
  /** Monotonic clock, in milliseconds. */
  now?: () => number;
  /** Told when it opens, with the milliseconds until the next try, and when it is closed again. */
  onOpen?: (waitMs: number, cause: unknown) => void;
  onClose?: () => void;
}

/**
 * A breaker on cockatiel's state machine. The clock is ours, since cockatiel's is the wall clock: set back by a day, it would keep a
 * breaker open for a day.
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
  /** Outcomes of what was sent before the last change say nothing of now: a hundred silent calls end long after the silence did. */
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

  /** Lets the state machine see how an exchange ends. */
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
        // The caller left before there was an answer: the next one may try.
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

/** The rule by which it opens: so many failures in a row within a bounded time. */
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

  /** When the first of them happened, by the wall clock. */
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
