import { createContext, useContext } from 'react';

/** Theme of the admin area: the system's, or always light or dark. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** The theme of the components inside; `system` on public pages. */
export const ThemeContext = createContext<ThemeChoice>('system');

/**
 * Returns the media query that applies to the dark version of a picture; undefined if the dark version is never
 * shown.
 */
export function useDarkMedia() {
  const choice = useContext(ThemeContext);
  if (choice === 'light') return undefined;
  return choice === 'dark' ? 'all' : '(prefers-color-scheme: dark)';
}
