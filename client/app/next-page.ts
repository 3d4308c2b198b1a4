import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { pageReads } from '../api/prefetch.ts';
import { callsAreCounted, isOffline } from '../api/request.ts';
import type { LoadScreen } from './route-objects.ts';

/** Somebody who rests on a link this long is about to follow it, in milliseconds; who passes over it is not. */
const restMs = 65;

/** When the page has what it needs itself, in milliseconds after it was taken over. */
const idleMs = 2_000;

/** How many links that come into view bring their code. Most of them are not followed. */
const mostInView = 3;

/** The Network Information API, as far as a browser has it. */
export interface Line {
  saveData?: boolean;
  effectiveType?: string;
}

/** False on a line whose owner pays for it, or that is too slow to carry what nobody has asked for yet. */
export function mayFetchAhead(line: Line | undefined): boolean {
  return !line?.saveData && !/2g$/.test(line?.effectiveType ?? '');
}

/**
 * Fetches the next page before it is asked for: code and data of the link on which a pointer or the focus rests, code alone of the first
 * links of the page's own text that come into view. No data while the host counts calls. What fails here fails in silence, and is asked
 * for again by whoever follows the link: no reload is spent on it (chunk-loader.ts).
 */
export function fetchNextPages(table: RouteObject[], queries: QueryClient): void {
  if (!mayFetchAhead((navigator as { connection?: Line }).connection)) return;
  const bring = (link: HTMLAnchorElement, withData: boolean) => {
    if (isOffline()) return;
    bringPage(table, new URL(link.href), withData ? queries : undefined).catch(() => {});
  };
  let resting: ReturnType<typeof setTimeout> | undefined;
  const leave = () => clearTimeout(resting);
  const rest = ({ target }: Event) => {
    leave();
    const link = target instanceof Element ? target.closest('a') : null;
    if (link && isOfThisSite(link)) resting = setTimeout(() => bring(link, !callsAreCounted()), restMs);
  };
  for (const sign of ['pointerover', 'focusin']) addEventListener(sign, rest, { passive: true });
  // A press goes there itself, and a finger that scrolls goes nowhere.
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

/** Rejects when the code does not come. `queries` get the data of the page, unless they have it. */
export async function bringPage(
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
