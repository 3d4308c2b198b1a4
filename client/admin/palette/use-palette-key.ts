import { useEffect, useEffectEvent } from 'react';

/**
 * Calls `onOpen` on Ctrl K and ⌘ K. Ignores the keys where they have another meaning, as in the rich-text editor, and
 * while a dialog is open, because the dialog would stay open behind the palette.
 */
export function usePaletteKey(onOpen: () => void) {
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
