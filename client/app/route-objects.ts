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
  /** True on the server, which renders a page when all of it is there, and whose screens are on its own disk. */
  wait: boolean;
  /** Hears what a page has to do without. */
  onMissing?: (part: PagePart) => void;
}

/** Paths are exact in case, as the server's are: an address never answers 404 and shows a page all the same. */
export function route(name: RouteName, load: LoadScreen, data: RouteData): RouteObject {
  return { id: name, path: routes[name], caseSensitive: true, lazy: lazyScreen(name, load, data) };
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
