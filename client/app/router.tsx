import type { QueryClient } from '@tanstack/react-query';
import {
  createBrowserRouter,
  createPath,
  type HydrationState,
  matchRoutes,
  type RouteObject,
  redirect,
} from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { type RouteName, routes } from '#shared/routes.ts';
import { Loader } from '../ui/Loader.tsx';
import { setPendingAddress } from './chunks.ts';
import { lazyScreen, publicRoutes, type RouteData, rootRoute, route } from './public-routes.tsx';
import { RouteError } from './RouteError.tsx';

/** Returns every route of docs/product.md §2. */
export function createRoutes(data: RouteData): RouteObject[] {
  return [rootRoute([...adminRoutes(data), publicRoutes(data)])];
}

/** Creates the browser's router. `hydration` is given when the server has rendered the page. */
export function createRouter(table: RouteObject[], hydration?: HydrationState) {
  letTransitionsEndEarly();
  const router = createBrowserRouter(table, hydration && { hydrationData: hydration });
  setPendingAddress(() => {
    const { location } = router.state.navigation;
    return location && createPath(location);
  });
  return router;
}

/**
 * Loads the chunks of a server-rendered page before React hydrates it, because a lazy route that is still loading
 * cannot be hydrated. Resolves with empty loader data, because the data is already in the page's state.
 */
export async function readyToHydrate(table: RouteObject[], address: string): Promise<HydrationState> {
  const matches = matchRoutes(table, address) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const { lazy: load, ...rest } = route;
      Object.assign(route, rest, await load(), { lazy: undefined });
    }),
  );
  return { loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])) };
}

/** Starts to prefetch pages (prefetch-pages.ts). Neither reading nor leaving the current page depends on this. */
export function startNextPages(table: RouteObject[], queries: QueryClient) {
  import('./prefetch-pages.ts').then(
    ({ prefetchPages }) => prefetchPages(table, queries),
    () => {},
  );
}

/**
 * Ignores rejections of view transitions. The browser rejects `ready` when it skips a transition, e.g. because
 * another navigation starts; the next page is then shown at once. The router does not handle this rejection, so it
 * would be reported as an error of the page.
 */
function letTransitionsEndEarly() {
  if (!('startViewTransition' in document)) return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => {});
    return transition;
  };
}

/**
 * Returns the admin routes of docs/product.md §2. The login page is outside the admin layout, every other page
 * inside.
 */
function adminRoutes(data: RouteData) {
  return [
    route('adminLogin', () => import('../admin/session/LoginScreen.tsx'), data),
    {
      id: 'admin',
      path: routes.admin,
      caseSensitive: true,
      lazy: lazyScreen('admin', () => import('./layouts/admin/AdminLayout.tsx'), data),
      children: [
        {
          id: 'admin-index',
          index: true,
          element: <Loader page />,
          loader: () => redirect(pathTo('adminDashboard')),
        },
        {
          id: 'admin-screens',
          errorElement: <RouteError inLayout />,
          children: adminScreens.map(({ name, load }) => route(name, load, data)),
        },
      ],
    },
  ];
}

/** The routes of the screens of the admin area. Visitors do not load the table of the screens. */
const adminScreens = (Object.keys(routes) as RouteName[])
  .filter((name) => name !== 'adminLogin' && routes[name].startsWith('/admin/'))
  .map((name) => ({
    name,
    load: async () => (await import('../admin/screens.tsx')).loadScreen(routes[name]),
  }));
