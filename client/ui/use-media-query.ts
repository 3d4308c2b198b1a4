import { useSyncExternalStore } from 'react';
import { type NamedWidth, namedWidths } from './breakpoints.ts';

/**
 * True if the window matches a named width of the styles, such as `(--from-lg)`; follows changes. Always false on the
 * server.
 */
export function useMediaQuery(width: NamedWidth) {
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
