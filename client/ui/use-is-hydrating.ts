import { useSyncExternalStore } from 'react';

/** Returns true while the server renders, and in the first render in the browser of a server-rendered page. */
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
