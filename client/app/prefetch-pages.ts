import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { pageReads } from '../api/prefetch.ts';
import { callsAreCounted, isOffline } from '../api/request.ts';
import type { LoadScreen } from './route-objects.ts';

/**
 * Resting on a link this long shows that a person is about to follow it, in milliseconds; passing over it takes less.
 */
const restMs = 65;

/** Time after hydration by which the page has loaded what it needs itself, in milliseconds. */
const idleMs = 2_000;

/** Number of links in view whose code is fetched ahead. Most of them are not followed. */
const mostInView = 3;

/** The Network Information API, as far as the browser supports it. */
export interface Line {
  saveData?: boolean;
  effectiveType?: string;
}

/** False on a metered connection, or on one that is too slow for requests ahead of use. */
export function mayPrefetch(line: Line | undefined): boolean {
  return !line?.saveData && !/2g$/.test(line?.effectiveType ?? '');
}

/**
 * Fetches the next page ahead: code and data of the link on which a pointer or the focus rests, and only code of the
 * first links in the page's main content that come into view. No data while the host limits calls. A failure here is
 * silent: following the link requests the page again, and no reload is used up (chunk-loader.ts).
 */
export function prefetchPages(table: RouteObject[], queries: QueryClient): void {
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
  // A press already navigates, and a scrolling finger does not navigate.
  for (const sign of ['pointerdown', 'pointerout', 'pointercancel'])
    addEventListener(sign, leave, { passive: true });
  setTimeout(() => watchLinks((link) => bring(link, false)), idleMs);
}

function watchLinks(bring: (link: HTMLAnchorElement) => void): void {
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

function isOfThisSite({ href, origin, target }: HTMLAnchorElement): boolean {
  return href !== '' && origin === location.origin && target === '';
}

/** Loads a page's code, and its data into `queries`, unless that is cached. Rejects if the code cannot be loaded. */
export async function prefetchPage(
  table: RouteObject[],
  url: URL,
  queries: QueryClient | undefined,
): Promise<void> {
  if (url.pathname === globalThis.location?.pathname) return;
  for (const { route, params } of matchRoutes(table, url.pathname) ?? []) {
    const load = (route.handle as { load?: LoadScreen } | undefined)?.load;
    const { prefetch } = (await load?.()) ?? {};
    if (queries) await prefetch?.(pageReads(queries), { url, params });
  }
}
