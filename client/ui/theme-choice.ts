import { useEffect, useLayoutEffect, useState } from 'react';
import type { ThemeChoice } from './theme.ts';

/**
 * Storage key. The theme is stored in this browser for all admins who sign in here, because it depends on the screen
 * and the room and not on the person.
 */
const key = 'theme';

/** Returns the theme chosen in this browser; `system` if none was chosen, or storage is blocked. */
function chosenTheme(): ThemeChoice {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/**
 * Returns the chosen theme, and a function that changes it in every open tab. The theme applies while the calling
 * component is mounted.
 */
export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const [choice, setChoice] = useState(chosenTheme);
  useLayoutEffect(() => {
    show(choice);
    return () => show('system');
  }, [choice]);
  useEffect(() => {
    const follow = () => setChoice(chosenTheme());
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  const choose = (next: ThemeChoice) => {
    setChoice(next);
    try {
      if (next === 'system') localStorage.removeItem(key);
      else localStorage.setItem(key, next);
    } catch {
      // The storage is blocked or full, so the choice applies only until the page is left.
    }
  };
  return [choice, choose];
}

/** Sets `data-theme`, by which tokens.css selects the colours. */
function show(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice;
}
