import { useSyncExternalStore } from 'react';

/** Wide enough for a message beside the list; below, it takes a sheet of its own. As in Mailbox.module.css. */
const query = '(min-width: 75rem)';

/** True when the message stands beside the list; follows the window. */
export function useBeside(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
