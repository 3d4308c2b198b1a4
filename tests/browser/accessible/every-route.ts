import { QueryClient } from '@tanstack/react-query';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { createRoutes } from '../../../client/app/router.tsx';

const table = createRoutes({ queries: new QueryClient(), language: 'en', wait: false });

/** The paths of the routes that show a screen; '*' is the page for unknown addresses. */
export const everyRoute: readonly string[] = pathsIn(table);

/** Returns the path of the route that matches an address, as the router spells it. */
export function routeTo(address: string): string | undefined {
  const { pathname } = new URL(address, 'http://studio.example');
  return matchRoutes(table, pathname)?.findLast(({ route }) => route.path)?.route.path;
}

function pathsIn(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ path, children }) =>
    children ? pathsIn(children) : path === undefined ? [] : [path],
  );
}
