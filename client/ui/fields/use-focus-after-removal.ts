import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * When an item goes away with the focus on its button, the focus moves to the next item's button, or to `fallback` after
 * the last: otherwise a person at the keyboard would begin at the top of the page again. Call the result when a
 * removal begins; it may be done only much later.
 */
export function useFocusAfterRemoval(
  list: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
  count: number,
) {
  const removing = useRef<{ index: number; count: number }>(undefined);
  useLayoutEffect(() => {
    const begun = removing.current;
    if (!begun || count >= begun.count) return;
    removing.current = undefined;
    const { activeElement } = document;
    const isLost = !activeElement?.isConnected || activeElement === document.body;
    if (!isLost && !activeElement.matches('dialog')) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    (buttons[Math.min(begun.index, buttons.length - 1)] ?? fallback.current)?.focus();
  }, [count, list, fallback]);
  return (index: number) => {
    removing.current = { index, count };
  };
}
