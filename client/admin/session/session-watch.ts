import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { SessionState } from '#shared/schemas/session.ts';
import { fetchSession } from '../../api/session.ts';

/** A session that is about to end. */
export interface Ending {
  /** Milliseconds since 1970, by this browser's clock. */
  at: number;
  /** False when only a new sign-in goes on. */
  renewable: boolean;
}

interface WatchHandlers {
  /** Told of each answer about a session that lives. */
  onSession: (session: SessionState) => void;
  /** Told when the session turns out to be over. */
  onEnded: () => void;
}

/** How long before the end people are warned. */
export const warnBeforeMs = 120_000;
/** While people are warned, or the server does not answer, it is asked again: another tab may have gone on. */
const askAgainMs = 15_000;
/** Timers beyond 2^31 ms fire at once, and a machine that sleeps does not count: none runs longer. */
const longestWaitMs = 10 * 60_000;
/** After a return to the window its own calls go first: they may move the life on. */
const afterReturnMs = 1_000;
/** Answers about one life differ by their way here, which a slow network makes long. */
const sameLifeMs = 10_000;

export type SessionWatch = ReturnType<typeof createSessionWatch>;

/**
 * Knows when the session ends. Before anybody is warned the server is asked, since every call of this or another tab has
 * moved the end on; asking is no sign of life. Only differences of this browser's clock are used, which may be wrong by
 * hours. `now` gives milliseconds since 1970.
 */
export function createSessionWatch(ask: () => Promise<SessionState>, now: () => number = Date.now) {
  let endsAt = Number.POSITIVE_INFINITY;
  let warnAt = Number.POSITIVE_INFINITY;
  let leadMs = warnBeforeMs;
  let ending: Ending | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let handlers: WatchHandlers | undefined;
  /** Counts what was learnt, so that an answer that was overtaken is not taken for the latest. */
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
    timer = setTimeout(() => void look(), wait);
  }

  /** Takes in an answer about a living session; `renewed` when its life has begun anew for sure. */
  function learn(state: SessionState, { renewed = false } = {}): void {
    learnt += 1;
    const left = leftOf(state, now());
    const end = now() + left;
    const isOther = renewed || endsAt === Number.POSITIVE_INFINITY || end > endsAt + sameLifeMs;
    // Of a life that is shorter than two warnings only its second half is warned of, or the warning would never go.
    if (isOther) leadMs = Math.min(warnBeforeMs, left / 2);
    endsAt = isOther ? end : Math.min(end, endsAt);
    warnAt = endsAt - leadMs;
    const isNear = now() >= warnAt;
    show(isNear ? { at: endsAt, renewable: state.renewable !== false } : undefined);
    if (isNear) wakeAt(Math.min(now() + askAgainMs, endsAt), 1_000);
    else wakeAt(warnAt);
    handlers?.onSession(state);
  }

  /** Asks when it is time to. */
  async function look(): Promise<void> {
    if (now() < warnAt) wakeAt(warnAt);
    else await refresh();
  }

  /** Asks now. */
  async function refresh(): Promise<void> {
    learnt += 1;
    const before = learnt;
    let state: SessionState;
    try {
      state = await ask();
    } catch {
      // Nobody can be warned of what is not known. Past the end the next call finds out.
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
    /** To be called when the window is looked at again: a machine may have slept through every timer. */
    returned(): void {
      if (now() >= warnAt) wakeAt(now() + afterReturnMs);
      else wakeAt(warnAt);
    },
    /** Watches until what it returns is called. */
    start(told: WatchHandlers): () => void {
      handlers = told;
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
    /** The end that people are to be warned of; undefined while it is far, or when it is over. */
    current: () => ending,
  };
}

/** Milliseconds that the session still lives; infinite when the server does not say. */
function leftOf({ expires_in: seconds, expires_at: end }: SessionState, now: number): number {
  if (seconds !== undefined) return seconds * 1000;
  return end === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(end) - now);
}

interface Options {
  /** What is known of the session when the watch begins. */
  first: SessionState;
  /** Told of each later answer about a session that lives. */
  onSession: (session: SessionState) => void;
  onEnded: () => void;
}

/** Watches the end of the session for as long as the component is there. */
export function useSessionWatch({ first, onSession, onEnded }: Options): {
  watch: SessionWatch;
  /** The end to warn of. */
  ending: Ending | undefined;
} {
  const [watch] = useState(() => createSessionWatch(() => fetchSession()));
  const ending = useSyncExternalStore(watch.subscribe, watch.current, () => undefined);
  const learnFirst = useEffectEvent(() => watch.learn(first));
  const tellSession = useEffectEvent(onSession);
  const tellEnded = useEffectEvent(onEnded);

  useEffect(() => {
    const stop = watch.start({
      onSession: (session) => tellSession(session),
      onEnded: () => tellEnded(),
    });
    learnFirst();
    const stopListening = onOtherTab(() => void watch.refresh());
    const look = () => {
      if (document.visibilityState === 'visible') watch.returned();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    window.addEventListener('pageshow', look);
    return () => {
      stop();
      stopListening();
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
      window.removeEventListener('pageshow', look);
    };
  }, [watch]);

  return { watch, ending };
}

const channelName = 'studio-session';
const renewed = 'renewed';

/** Tells the other tabs of this browser that the session goes on, by renewal or by a new sign-in: they share its cookie. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(renewed);
  channel.close();
}

/** Calls `listener` when another tab says so. Returns what stops it. */
function onOtherTab(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    if (data === renewed) listener();
  };
  return () => channel.close();
}
