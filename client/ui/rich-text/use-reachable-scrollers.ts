import { type RefObject, useEffect } from 'react';

/** What the style sheet of rich text lets scroll sideways. */
const scrollers = 'pre, .ql-code-block-container, table';

/**
 * Parts of a text that are wider than their place, such as code on a phone, are scrolled sideways: those, and only those, take
 * the focus, so that arrow keys reach what a finger reaches (WCAG 2.1.1). Looks again when the place changes.
 */
export function useReachableScrollers(text: RefObject<HTMLElement | null>, html: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other parts
  useEffect(() => {
    const parts = [...(text.current?.querySelectorAll<HTMLElement>(scrollers) ?? [])];
    if (parts.length === 0 || typeof ResizeObserver === 'undefined') return;
    const watch = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
        else target.removeAttribute('tabindex');
      }
    });
    for (const part of parts) watch.observe(part);
    return () => watch.disconnect();
  }, [text, html]);
}
