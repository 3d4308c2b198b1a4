import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router-dom';
import { type RouteName, routes } from '#shared/routes.ts';
import type { Language } from '#shared/words/language.ts';
import { type PagePart, type Prefetch, pageReads } from '../api/prefetch.ts';
import { chunks } from './chunks.ts';

/** The exports of a screen's module. */
export interface ScreenModule {
  Component: ComponentType;
  /** For public screens: starts the reads that the server waits for before it renders. */
  prefetch?: Prefetch;
  /** For admin screens, which the server does not render: the router's loader. */
  loader?: LoaderFunction;
}

export type LoadScreen = () => Promise<ScreenModule>;
export type ScreenTable = Partial<Record<RouteName, LoadScreen>>;

/** How the routes of one router read their data. */
export interface RouteData {
  queries: QueryClient;
  language: Language;
  /** True on the server: loaders wait for their data, and screens are imported without the chunk loader. */
  wait: boolean;
  /** Loads what a screen needs besides its code. */
  loadMore?: () => Promise<void>;
  /** True for the route of a page that the owner has taken off the site: the 404 page is shown in its place. */
  isOff?: (name: string) => boolean;
  /** Called for each part of a page that could not be read. */
  onMissing?: (part: PagePart) => void;
}

/**
 * Returns the route of a screen. Paths are case-sensitive, as they are on the server: otherwise the server could
 * answer 404 for a URL for which the browser then shows a page.
 */
export function route(name: RouteName, load: LoadScreen, data: RouteData): RouteObject {
  return {
    id: name,
    path: routes[name],
    caseSensitive: true,
    lazy: lazyScreen(name, load, data),
    // Function that loads the page's code ahead (prefetch-pages.ts), without the chunk loader. `lazy` cannot be used
    // for this, because the router removes it after the first load.
    handle: { load },
  };
}

export function lazyScreen(name: string, load: LoadScreen, data: RouteData) {
  return async () => {
    const loadAll = async () => (await Promise.all([load(), data.loadMore?.()]))[0];
    const { prefetch, ...module } = await (data.wait ? load() : chunks.load(name, loadAll));
    return { ...module, ...(prefetch && { loader: loaderOf(prefetch, data) }) };
  };
}

function loaderOf(prefetch: Prefetch, { queries, wait, onMissing }: RouteData): LoaderFunction {
  return async ({ request, params }) => {
    const asked = prefetch(pageReads(queries, onMissing), { url: new URL(request.url), params });
    if (wait) await asked;
    return null;
  };
}
