import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

/**
 * On every change of path: scrolls to the top (docs/product.md §2), moves focus to the main region and says the new page's
 * title. A change of query or hash alone does none of it. The first page is the browser's own to announce.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [announced, setAnnounced] = useState('');

  // The browser would put an old scroll position back on top of ours.
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    document.querySelector('main')?.focus({ preventScroll: true });
    setAnnounced(document.title);
    // Pages whose title comes with their data set it later.
    const observer = new MutationObserver(() => {
      if (document.title) setAnnounced(document.title);
    });
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {announced}
    </VisuallyHidden>
  );
}
