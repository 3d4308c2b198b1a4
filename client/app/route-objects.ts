import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router-dom';
import { type RouteName, routes } from '#shared/routes.ts';
import { type PagePart, type Prefetch, pageReads } from '../api/prefetch.ts';
import { chunks } from './chunk-loader.ts';

/** What the module of a screen exports. */
export interface ScreenModule {
  Component: ComponentType;
  /** Public screens: what the server waits for. */
  prefetch?: Prefetch;
  /** Admin screens, which the server does not render. */
  loader?: LoaderFunction;
}

export type LoadScreen = () => Promise<ScreenModule>;
export type ScreenTable = Partial<Record<RouteName, LoadScreen>>;

/** How the routes of one router get their data. */
export interface RouteData {
  queries: QueryClient;
  /** True on the server: loaders wait for their data, and screens load without the chunk loader. */
  wait: boolean;
  /** Called for each part of a page that could not be read. */
  onMissing?: (part: PagePart) => void;
}

/** Paths are case-sensitive, as on the server: no address answers 404 and then shows a page. */
export function route(name: RouteName, load: LoadScreen, data: RouteData): RouteObject {
  return {
    id: name,
    path: routes[name],
    caseSensitive: true,
    lazy: lazyScreen(name, load, data),
    // For whoever brings a page before it is asked for (next-page.ts): without the chunk loader, and again after `lazy` is gone.
    handle: { load },
  };
}

export function lazyScreen(name: string, load: LoadScreen, data: RouteData) {
  return async () => {
    const { prefetch, ...module } = await (data.wait ? load() : chunks.load(name, load));
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
