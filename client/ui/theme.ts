import { createContext, useContext } from 'react';

/** Theme of the admin area: the system's, or always light or dark. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** The theme around a component; `system` on public pages. */
export const ThemeContext = createContext<ThemeChoice>('system');

/** Returns the media query for a picture's dark version; undefined if the dark version is not used. */
export function useDarkMedia(): string | undefined {
  const choice = useContext(ThemeContext);
  if (choice === 'light') return undefined;
  return choice === 'dark' ? 'all' : '(prefers-color-scheme: dark)';
}
