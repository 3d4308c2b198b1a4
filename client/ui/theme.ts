import { createContext, useContext } from 'react';

/** How the admin area looks: as the system says, or always light or dark. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** The theme that is shown around; `system` on pages of visitors. */
export const ThemeContext = createContext<ThemeChoice>('system');

/** The theme for pictures that have one of their own for the dark: the media query of the dark one, and undefined for none. */
export function useDarkMedia(): string | undefined {
  const choice = useContext(ThemeContext);
  if (choice === 'light') return undefined;
  return choice === 'dark' ? 'all' : '(prefers-color-scheme: dark)';
}
