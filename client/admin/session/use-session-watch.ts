import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { SessionState } from '#shared/schemas/session.ts';
import { fetchSession } from '../../api/session.ts';
import { createSessionWatch, type WatchHandlers } from './session-watch.ts';

interface Options extends WatchHandlers {
  /** State of the session when the component is mounted. `onSession` is called with each later one. */
  first: SessionState;
}

/** Watches the end of the session while the component is mounted. `ending` is the session end to warn about, if any. */
export function useSessionWatch({ first, onSession, onEnded }: Options) {
  const [watch] = useState(() => createSessionWatch(() => fetchSession({ background: true })));
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
    const onReturn = () => {
      if (document.visibilityState === 'visible') watch.returned();
    };
    const left = new AbortController();
    const { signal } = left;
    document.addEventListener('visibilitychange', onReturn, { signal });
    for (const event of ['focus', 'pageshow']) window.addEventListener(event, onReturn, { signal });
    return () => {
      stop();
      stopListening();
      left.abort();
    };
  }, [watch]);

  return { watch, ending };
}

const channelName = 'studio-session';
const renewed = 'renewed';

/**
 * Notifies the other tabs of this browser, which share the session cookie, that the session was renewed or that an
 * admin signed in again.
 */
export function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(renewed);
  channel.close();
}

/**
 * Calls `listener` when another tab sends the message of `notifyOtherTabs`. Returns a function that removes the
 * listener.
 */
function onOtherTab(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    if (data === renewed) listener();
  };
  return () => channel.close();
}
