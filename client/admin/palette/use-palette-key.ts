import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onOpen` on Ctrl K and ⌘ K. Does not run where the keys have another meaning, as in the rich-text editor, nor
 * over a dialog, which would be left open behind.
 */
export function usePaletteKey(onOpen: () => void): void {
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (event.ctrlKey === event.metaKey || event.defaultPrevented) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
