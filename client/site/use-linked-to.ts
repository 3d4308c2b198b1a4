import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Scrolls to the element and focuses it if the URL names it, because the browser does so only for a page that it loads
 * itself. A person who is in a form already, because the scripts came late, stays there.
 */
export function useLinkedTo<Linked extends HTMLElement>(id: string) {
  const element = useRef<Linked>(null);
  const isLinked = useLocation().hash === `#${id}`;
  useEffect(() => {
    if (!isLinked || document.activeElement?.closest('form')) return;
    element.current?.scrollIntoView({ block: 'start' });
    element.current?.focus({ preventScroll: true });
  }, [isLinked]);
  return element;
}
