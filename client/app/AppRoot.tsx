import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { routes } from '#shared/routes.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './AppRoot.module.css';

/** Wraps every page: progress line, focus and announcement of new pages, and toasts. */
export function AppRoot() {
  return (
    <>
      <NavigationProgress />
      <RouteFocus />
      <Outlet />
      <Toasts />
    </>
  );
}

const Toaster = lazy(() => import('../ui/Toaster.tsx').then(({ Toaster }) => ({ default: Toaster })));

/** Only the admin area has toasts. They stay when the person leaves it, because one may offer an undo. */
function Toasts() {
  const { pathname } = useLocation();
  const inAdmin = pathname.startsWith(routes.admin);
  const [wanted, setWanted] = useState(false);
  // Never in the first render: for unknown addresses below /admin the server sends a "not found" page without toasts.
  useEffect(() => {
    if (inAdmin) setWanted(true);
  }, [inAdmin]);
  if (!wanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}

/** A line at the top while the next page loads. Its animation starts with a delay, so fast pages show none. */
function NavigationProgress() {
  const busy = useNavigation().state !== 'idle';
  return (
    <div role="status">
      {busy && (
        <>
          <div className={styles.line} />
          <VisuallyHidden>Loading…</VisuallyHidden>
        </>
      )}
    </div>
  );
}

/**
 * On every change of path: scrolls to the top (docs/product.md §2), moves the focus to the main region and announces
 * the new page's title. A change of only query or hash does none of this. The browser itself announces the first
 * page.
 */
function RouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [announced, setAnnounced] = useState('');

  // Otherwise the browser restores an old scroll position over ours.
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    document.querySelector('main')?.focus({ preventScroll: true });
    setAnnounced(document.title);
    // Pages whose title depends on their data set it later.
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
