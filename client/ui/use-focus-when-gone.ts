import { type RefObject, useEffect } from 'react';

/**
 * When what had the focus in a part of the page is gone, such as a row that was deleted or all that stood under another
 * title, the heading of the part has it, and is read out. Otherwise the next key would begin at the top of the page, or,
 * under a modal dialog, nowhere.
 */
export function useFocusWhenGone(
  part: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
) {
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    let focused = element.querySelector(':focus');
    const note = () => {
      focused = element.querySelector(':focus');
    };
    const keep = () => {
      if (focused?.isConnected === false && document.activeElement === document.body)
        heading.current?.focus();
    };
    // A moment later: whatever knows a better place takes the focus first.
    const changes = new MutationObserver(() => setTimeout(keep, 50));
    document.addEventListener('focusin', note);
    changes.observe(element, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      changes.disconnect();
    };
  }, [part, heading]);
}
