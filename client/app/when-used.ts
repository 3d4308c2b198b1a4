/** What shows that somebody is there: a pointer that moves over something, a finger, a key, the focus. */
const signs = ['pointerover', 'touchstart', 'keydown', 'focusin'] as const;

/**
 * Calls `begin` once, at the first sign that the page is used. A page is there to be read first: what it needs to do something comes
 * when somebody is about to.
 */
export function whenUsed(begin: () => void): void {
  const once = () => {
    for (const sign of signs) removeEventListener(sign, once, true);
    begin();
  };
  for (const sign of signs) addEventListener(sign, once, { capture: true, passive: true });
}
