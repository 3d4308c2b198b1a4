import { useEffect, useLayoutEffect, useState } from 'react';
import type { ThemeChoice } from './theme.ts';

/**
 * Stored in this browser for all who sign in here, because the theme depends on the screen and the room, not on the
 * person.
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
 * Returns the choice, and a function that changes it in every open tab. The tokens follow the choice while the
 * calling component is mounted.
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
      // The choice then applies until the page is left.
    }
  };
  return [choice, choose];
}

/** Sets `data-theme`, which the tokens follow (tokens.css). */
function show(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice;
}
