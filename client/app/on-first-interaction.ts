/** Events that show that a person is present: a pointer over an element, a finger, a key, the focus. */
const signs = ['pointerover', 'touchstart', 'keydown', 'focusin'] as const;

/**
 * Calls `begin` once, at the first sign that the page is used. A page is first read: the code for actions is loaded
 * when a person is about to act.
 */
export function onFirstInteraction(begin: () => void): void {
  const once = () => {
    for (const sign of signs) removeEventListener(sign, once, true);
    begin();
  };
  for (const sign of signs) addEventListener(sign, once, { capture: true, passive: true });
}
