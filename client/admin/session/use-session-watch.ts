import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { SessionState } from '#shared/schemas/session.ts';
import { fetchSession } from '../../api/session.ts';
import { onOtherTab } from './other-tabs.ts';
import { createSessionWatch, type Ending, type SessionWatch } from './session-watch.ts';

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
