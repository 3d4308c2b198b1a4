import {
  createBrowserRouter,
  createPath,
  type HydrationState,
  matchRoutes,
  type RouteObject,
} from 'react-router-dom';
import { adminRoutes } from './admin-routes.tsx';
import { setPendingAddress } from './browser-chunks.ts';
import { letTransitionsEndEarly } from './let-transitions-end-early.ts';
import { publicRoutes, rootRoute } from './public-routes.tsx';
import type { RouteData } from './route-objects.ts';

/** Every route of docs/product.md §2. */
export function createRoutes(data: RouteData): RouteObject[] {
  return [rootRoute([...adminRoutes(data), publicRoutes(data)])];
}

/** The router of a browser. `hydration` is there when the server has rendered the page that stands in the document. */
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
 * Loads the chunks of the page that the server has rendered, before React looks at it: a route that is still loading has
 * nothing to hydrate. The data of its loaders came with the page.
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
