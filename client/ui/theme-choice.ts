import { useEffect, useLayoutEffect, useState } from 'react';
import type { ThemeChoice } from './theme.ts';

/** Kept in this browser, for everybody who signs in here: it is about the screen and the room, not about the person. */
const key = 'theme';

/** What was chosen in this browser; `system` when nothing was, or storage is blocked. */
function chosenTheme(): ThemeChoice {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** The choice, and what changes it, in every open tab. The tokens follow it while whoever calls this is on the page. */
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
      // It holds until the page is left.
    }
  };
  return [choice, choose];
}

/** Tokens follow `data-theme` (tokens.css). */
function show(choice: ThemeChoice): void {
  const root = document.documentElement;
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice;
}
