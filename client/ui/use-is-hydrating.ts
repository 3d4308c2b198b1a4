import { useSyncExternalStore } from 'react';

/** True in the first render over a server-rendered page, and while the server renders. */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
}

function neverChanges() {
  return () => undefined;
}
