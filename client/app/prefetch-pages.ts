import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { pageReads } from '../api/prefetch.ts';
import { callsAreCounted, isOffline } from '../api/request.ts';
import type { LoadScreen } from './public-routes.tsx';

/**
 * Milliseconds. A pointer that rests on a link for this long shows that a person is about to follow the link; passing
 * over a link takes less time.
 */
const restMs = 65;

/**
 * Milliseconds after hydration. By then the page has loaded what it needs itself, so code of other pages may be
 * fetched.
 */
const idleMs = 2_000;

/** Maximum number of visible links whose code is fetched ahead. Low, because most links are not followed. */
const mostInView = 3;

/** The part of the Network Information API that is used here. Some browsers do not support it. */
export interface Line {
  saveData?: boolean;
  effectiveType?: string;
}

/** Returns false on a connection that is metered or too slow for fetching ahead. */
export function mayPrefetch(line: Line | undefined) {
  return !line?.saveData && !/2g$/.test(line?.effectiveType ?? '');
}

/**
 * Fetches pages ahead.
 * - For a link on which the pointer or the focus rests: code and data. While the host limits calls, only code.
 * - For the first links in the main content that come into view: only code.
 * A failure is ignored, because following the link requests the page again. Such a failure does not use up the one
 * reload that chunks.ts allows.
 */
export function prefetchPages(table: RouteObject[], queries: QueryClient) {
  if (!mayPrefetch((navigator as { connection?: Line }).connection)) return;
  const bring = (link: HTMLAnchorElement, withData: boolean) => {
    if (isOffline()) return;
    prefetchPage(table, new URL(link.href), withData ? queries : undefined).catch(() => {});
  };
  let resting: ReturnType<typeof setTimeout> | undefined;
  const leave = () => clearTimeout(resting);
  const rest = ({ target }: Event) => {
    leave();
    const link = target instanceof Element ? target.closest('a') : null;
    if (link && isOfThisSite(link)) resting = setTimeout(() => bring(link, !callsAreCounted()), restMs);
  };
  for (const sign of ['pointerover', 'focusin']) addEventListener(sign, rest, { passive: true });
  // A press already navigates, and a scrolling finger does not navigate, so nothing is fetched ahead after these
  // events.
  for (const sign of ['pointerdown', 'pointerout', 'pointercancel'])
    addEventListener(sign, leave, { passive: true });
  setTimeout(() => watchLinks((link) => bring(link, false)), idleMs);
}

function watchLinks(bring: (link: HTMLAnchorElement) => void) {
  const brought = new Set<string>();
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
      observer.unobserve(target);
      if (brought.has(target.pathname)) continue;
      brought.add(target.pathname);
      bring(target);
      if (brought.size === mostInView) return observer.disconnect();
    }
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href]'))
    if (isOfThisSite(link)) observer.observe(link);
}

function isOfThisSite({ href, origin, target }: HTMLAnchorElement) {
  return href !== '' && origin === location.origin && target === '';
}

/**
 * Loads a page's code, and its data into `queries` unless the data is cached. Without `queries`, only the code.
 * Rejects if the code cannot be loaded.
 */
export async function prefetchPage(table: RouteObject[], url: URL, queries: QueryClient | undefined) {
  if (url.pathname === globalThis.location?.pathname) return;
  for (const { route, params } of matchRoutes(table, url.pathname) ?? []) {
    const load = (route.handle as { load?: LoadScreen } | undefined)?.load;
    const { prefetch } = (await load?.()) ?? {};
    if (queries) await prefetch?.(pageReads(queries), { url, params });
  }
}
