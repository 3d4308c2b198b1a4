import { useEffect, useLayoutEffect, useState } from 'react';
import { readStored, writeStored } from '../stored.ts';
import type { ThemeChoice } from './theme.ts';

/**
 * Storage key. The theme is stored in this browser for all admins who sign in here, because it depends on the screen
 * and the room and not on the person.
 */
const key = 'theme';

/** Returns the theme chosen in this browser; `system` if none was chosen, or storage is blocked. */
function chosenTheme(): ThemeChoice {
  const kept = readStored(key);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
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
    writeStored(key, next === 'system' ? null : next);
  };
  return [choice, choose];
}

/** Sets `data-theme`, by which tokens.css selects the colours. */
function show(choice: ThemeChoice) {
  const root = document.documentElement;
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice;
}
