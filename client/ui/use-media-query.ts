import { useSyncExternalStore } from 'react';
import { type NamedWidth, namedWidths } from './breakpoints.ts';

/** Whether the window has a width that the styles call `(--from-lg)` and so on; follows it. On the server it has none. */
export function useMediaQuery(width: NamedWidth): boolean {
  const query = namedWidths[width];
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
