import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { routes } from '#shared/routes.ts';
import { frame } from '#shared/words/en/frame.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import { useSite } from '../site-info.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { LanguageContext, useWords } from '../words.ts';
import styles from './AppRoot.module.css';

/** Wraps every page with what all pages need: the progress line, focus and announcement on navigation, and toasts. */
export function AppRoot() {
  const { language } = useSite();
  const inAdmin = useLocation().pathname.startsWith(routes.admin);
  const shown = inAdmin ? 'en' : language;
  // The server has set both for the site; the admin area is English on every site.
  useEffect(() => {
    document.documentElement.lang = shown;
    document.documentElement.dir = directionOfLanguage(shown) === 'rtl' ? 'rtl' : '';
  }, [shown]);
  return (
    <LanguageContext value={shown}>
      <NavigationProgress />
      <RouteFocus />
      <Outlet />
      <Toasts />
    </LanguageContext>
  );
}

const Toaster = lazy(() => import('../ui/Toaster.tsx').then(({ Toaster }) => ({ default: Toaster })));

/**
 * Toasts, which only the admin area uses. They stay on the screen after a person leaves the admin area, because a
 * toast may offer an undo.
 */
function Toasts() {
  const { pathname } = useLocation();
  const inAdmin = pathname.startsWith(routes.admin);
  const [wanted, setWanted] = useState(false);
  // Not shown in the first render, which has to equal the server's HTML: for unknown paths below /admin, the server
  // sends a "not found" page without toasts.
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

/**
 * A line at the top while the next page loads. The animation starts after a delay, so that no line appears for a fast
 * page.
 */
function NavigationProgress() {
  const words = useWords(frame);
  const busy = useNavigation().state !== 'idle';
  return (
    <div role="status">
      {busy && (
        <>
          <div className={styles.line} />
          <VisuallyHidden>{words('state.loadingMark')}</VisuallyHidden>
        </>
      )}
    </div>
  );
}

/**
 * When the path changes: scrolls to the top (docs/product.md §2), moves the focus to the main region and announces
 * the title of the new page. Does nothing if only the query or the hash changes. The first page is announced by the
 * browser itself.
 */
function RouteFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [announced, setAnnounced] = useState('');

  // Stops the browser from restoring an old scroll position after this component has scrolled to the top.
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
    document.querySelector('main')?.focus({ preventScroll: true });
    setAnnounced(document.title);
    // The title of some pages depends on their data and is set later, so it is observed.
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
