import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

/**
 * Returns true while the server renders and in the first render in the browser of a server-rendered page. The render
 * with false follows in a task of its own, with low priority: it must not make the task longer that ends hydration.
 */
export function useIsHydrating() {
  const wasHydrated = useWasHydrated();
  const [isHydrating, setIsHydrating] = useState(wasHydrated);
  useEffect(() => startTransition(() => setIsHydrating(false)), []);
  return isHydrating;
}

/**
 * Returns true on the server, and in the browser for a component that the server has rendered, as long as it is
 * mounted. Never renders again for this.
 */
export function useWasHydrated() {
  const [mounted] = useState(() => ({ byHydration: false }));
  return useSyncExternalStore(
    neverChanges,
    () => mounted.byHydration,
    () => {
      mounted.byHydration = true;
      return true;
    },
  );
}

function neverChanges() {
  return () => undefined;
}
