import { useEffect, useEffectEvent } from 'react';

/** Controls in which letter keys have a use of their own: typing text, or finding an item. */
const controlsWithOwnKeys = [
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
  '[role=menu]',
  '[role=listbox]',
  '[role=textbox]',
].join(',');

/**
 * Returns true if a key that was pressed at `target` may be used as a shortcut. False in a text field or an open
 * menu, and in every dialog except that of a `DetailPane`.
 */
function mayAct(target: EventTarget | null) {
  if (target instanceof Element && target.closest(controlsWithOwnKeys)) return false;
  const dialogs = [...document.querySelectorAll('dialog:modal')];
  return dialogs.every((dialog) => dialog.querySelector('[data-detail]') !== null);
}

/**
 * Calls `onKey` with each key that is pressed on the screen, without Ctrl, ⌘ or Alt. Unless the result is false, the
 * browser does not handle the key.
 */
export function useScreenKeys(on: boolean, onKey: (key: string) => unknown) {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing || !mayAct(target)) return;
    if (onKey(key.toLowerCase()) !== false) event.preventDefault();
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}
