import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router-dom';
import { isMarkedSignedIn } from '../api/session.ts';

/**
 * Asks before a form with unsaved changes is left: for another page of ours through the returned blocker, for another site or a
 * reload through the browser's own question, and that only while the draft is not safe on this device (`unsafe`).
 */
export function useLeaveGuard(dirty: boolean, unsafe: boolean): Blocker {
  useEffect(() => {
    if (!unsafe) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsafe]);
  // A change of query or hash keeps the page. After sign-out there is nothing left to guard.
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && currentLocation.pathname !== nextLocation.pathname && isMarkedSignedIn(),
  );
}
