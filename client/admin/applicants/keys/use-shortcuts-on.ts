import { useState } from 'react';

const storageKey = 'applicantKeys';

/**
 * Whether single keys act on applicants (WCAG 2.1.4: they can be switched off). Kept in this browser; on until somebody says
 * otherwise.
 */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(readOn);
  return [
    on,
    (next) => {
      setOn(next);
      try {
        localStorage.setItem(storageKey, next ? 'on' : 'off');
      } catch {
        // Storage is blocked or full: the choice holds for this page.
      }
    },
  ];
}

function readOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}
