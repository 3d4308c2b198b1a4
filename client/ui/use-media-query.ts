import { useSyncExternalStore } from 'react';

/** The widths at which scripts change what is on the screen; the styles beside each of them say the same. */
export const widths = {
  /** The admin area's sidebar stands beside the screen; below, it slides over it. */
  sidebar: '(min-width: 60rem)',
  /** Room for a form and its preview side by side. */
  formAndPreview: '(min-width: 72rem)',
  /** What is open stands beside its list; below, it takes a sheet of its own. */
  listAndDetail: '(min-width: 75rem)',
} as const;

/** Whether a media query holds; follows it. On the server none does. */
export function useMediaQuery(query: string): boolean {
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
