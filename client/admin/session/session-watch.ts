import type { SessionState } from '#shared/schemas/session.ts';

/** A session that is about to end. */
export interface Ending {
  /** Time of the end, milliseconds since 1970 by this browser's clock. */
  at: number;
  /** False if only a new sign-in can continue. */
  renewable: boolean;
}

export interface WatchHandlers {
  /** Called with each answer that says that the session is live. */
  onSession: (session: SessionState) => void;
  /** Called when the session turns out to have ended. */
  onEnded: () => void;
}

/** Milliseconds. The warning is shown this long before the session ends. */
const warnBeforeMs = 120_000;
/**
 * Milliseconds between checks while the warning is shown or the server does not answer. The checks notice when
 * another tab has renewed the session.
 */
const askAgainMs = 15_000;
/**
 * Longest time for which a timer is set, in milliseconds. A longer wait is split into several timers, because timers
 * stop while the machine sleeps, and a timer beyond 2^31 ms fires at once.
 */
const longestWaitMs = 10 * 60_000;
/**
 * Milliseconds from the moment at which the window gets the focus to the check of the session's end. Meanwhile the
 * window's queries refetch, which may extend the session; the check then finds the new end.
 */
const afterReturnMs = 1_000;
/**
 * Milliseconds. Two answers about the same session end differ by their latency; a larger difference means that the
 * session was renewed.
 */
const sameLifeMs = 10_000;

/**
 * Knows when the session ends. Calls of this or another tab extend the session, so the watch asks the server again
 * before it warns; this request does not extend the session. This browser's clock may be wrong by hours, so only time
 * differences are used. `now` returns milliseconds since 1970.
 */
export function createSessionWatch(ask: () => Promise<SessionState>, now: () => number = Date.now) {
  let endsAt = Number.POSITIVE_INFINITY;
  let warnAt = Number.POSITIVE_INFINITY;
  let leadMs = warnBeforeMs;
  let ending: Ending | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let handlers: WatchHandlers | undefined;
  /**
   * Incremented with every request and every answer. If the number has changed since a request was sent, the answer
   * to that request is outdated and ignored.
   */
  let learnt = 0;
  const listeners = new Set<() => void>();

  function show(next: Ending | undefined): void {
    if (ending?.at === next?.at && ending?.renewable === next?.renewable) return;
    ending = next;
    for (const listener of listeners) listener();
  }

  function wakeAt(time: number, atLeastMs = 0): void {
    clearTimeout(timer);
    if (!handlers || time === Number.POSITIVE_INFINITY) return;
    const wait = Math.min(Math.max(time - now(), atLeastMs), longestWaitMs);
    timer = setTimeout(() => void check(), wait);
  }

  /**
   * Processes an answer that says that the session is live. `renewed` is true if the session was certainly extended.
   */
  function learn(state: SessionState, { renewed = false } = {}): void {
    learnt += 1;
    const left = leftOf(state, now());
    const end = now() + left;
    const isOther = renewed || endsAt === Number.POSITIVE_INFINITY || end > endsAt + sameLifeMs;
    // In a session shorter than twice `warnBeforeMs`, the warning is shown only in the second half of the session.
    // Otherwise even a renewed session would be within the warning time, and the warning would never close.
    if (isOther) leadMs = Math.min(warnBeforeMs, left / 2);
    endsAt = isOther ? end : Math.min(end, endsAt);
    warnAt = endsAt - leadMs;
    const isNear = now() >= warnAt;
    show(isNear ? { at: endsAt, renewable: state.renewable !== false } : undefined);
    if (isNear) wakeAt(Math.min(now() + askAgainMs, endsAt), 1_000);
    else wakeAt(warnAt);
    handlers?.onSession(state);
  }

  /** If the warning is due, asks the server for the session's end first; otherwise waits until the warning is due. */
  async function check(): Promise<void> {
    if (now() < warnAt) wakeAt(warnAt);
    else await refresh();
  }

  /** Asks the server now whether the session is live, and when it ends. */
  async function refresh(): Promise<void> {
    learnt += 1;
    const before = learnt;
    let state: SessionState;
    try {
      state = await ask();
    } catch {
      // Without an answer, the state of the session is unknown. Before the expected end, asks again later; after the
      // end, the next call will show whether the session has ended.
      if (before !== learnt) return;
      if (now() < endsAt) wakeAt(now() + askAgainMs);
      else show(undefined);
      return;
    }
    if (before !== learnt || !handlers) return;
    if (state.authenticated) return learn(state);
    forget();
    handlers.onEnded();
  }

  function forget(): void {
    learnt += 1;
    endsAt = warnAt = Number.POSITIVE_INFINITY;
    clearTimeout(timer);
    show(undefined);
  }

  return {
    learn,
    refresh,
    /** Called when the window gets the focus again. Needed because timers do not run while a machine sleeps. */
    returned(): void {
      if (now() >= warnAt) wakeAt(now() + afterReturnMs);
      else wakeAt(warnAt);
    },
    /** Starts the watch, and returns a function that stops it. */
    start(given: WatchHandlers): () => void {
      handlers = given;
      wakeAt(warnAt);
      return () => {
        handlers = undefined;
        clearTimeout(timer);
      };
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Returns the session end to warn about. Undefined while the end is far away, and after it. */
    current: () => ending,
  };
}

/** Returns milliseconds until the session ends; infinite when the server does not send the end. */
function leftOf({ expires_in: seconds, expires_at: end }: SessionState, now: number): number {
  if (seconds !== undefined) return seconds * 1000;
  return end === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(end) - now);
}
