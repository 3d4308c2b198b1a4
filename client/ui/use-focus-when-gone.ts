import { type RefObject, useEffect } from 'react';

/**
 * When what had the focus in a part of the page is gone, such as a row that was deleted or all that stood under another
 * title, the heading of its section has it, if that can, and otherwise that of the part; it is read out. Otherwise the
 * next key would begin at the top of the page, or, under a modal dialog, nowhere.
 */
export function useFocusWhenGone(
  part: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
) {
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    let focused: Element | null;
    let near: HTMLElement | null | undefined;
    const note = () => {
      focused = element.querySelector(':focus');
      const section = focused?.closest('section');
      near = element.contains(section ?? null)
        ? section?.querySelector<HTMLElement>(':is(h2, h3)[tabindex]')
        : undefined;
    };
    note();
    const isGone = () => focused?.isConnected === false;
    const keep = () => {
      if (isGone() && document.activeElement === document.body)
        (near?.isConnected ? near : heading.current)?.focus();
    };
    // A moment later: whatever knows a better place takes the focus first.
    const changes = new MutationObserver(() => isGone() && setTimeout(keep, 50));
    document.addEventListener('focusin', note);
    changes.observe(element, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      changes.disconnect();
    };
  }, [part, heading]);
}
