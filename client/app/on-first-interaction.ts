/** Events that show that a person is about to act: a pointer over an element, a touch, a key, the focus. */
const signs = ['pointerover', 'touchstart', 'keydown', 'focusin'] as const;

/**
 * Calls `begin` once, at the first event that shows that a person is about to act. A person first reads a page, so
 * code for actions can be loaded then.
 */
export function onFirstInteraction(begin: () => void): void {
  const once = () => {
    for (const sign of signs) removeEventListener(sign, once, true);
    begin();
  };
  for (const sign of signs) addEventListener(sign, once, { capture: true, passive: true });
}
