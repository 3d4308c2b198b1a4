import { useEffect, useEffectEvent } from 'react';
import { mayAct, type Shortcut, shortcutOf } from './shortcuts.ts';

/** Listens for the keys of the screen while it is there. `onShortcut` says whether it did anything with the key. */
export function useShortcuts(on: boolean, onShortcut: (shortcut: Shortcut) => boolean): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !mayAct(event.target)) return;
    const shortcut = shortcutOf(event);
    if (shortcut && onShortcut(shortcut)) event.preventDefault();
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}
