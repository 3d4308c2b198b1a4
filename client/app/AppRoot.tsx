import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { routes } from '#shared/routes.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './AppRoot.module.css';

/** Around every page: the progress line, what focuses and announces a new page, and toasts. */
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

/** Only the admin area has toasts. They stay when somebody leaves it: one may offer an undo. */
function Toasts() {
  const { pathname } = useLocation();
  const inAdmin = pathname.startsWith(routes.admin);
  const [wanted, setWanted] = useState(false);
  // Never as the page is rendered first: the server sends a page that says "not found" for unknown addresses below /admin, without toasts.
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

/** A line at the top while the next page loads. Its animation starts late, so fast pages show none. */
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
 * On every change of path: scrolls to the top (docs/product.md §2), moves focus to the main region and announces the new
 * page's title. A change of query or hash alone does none of this. The first page is announced by the browser itself.
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
