import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { RouteName } from '#shared/routes.ts';
import { Loader } from '../ui/Loader.tsx';
import { AppRoot } from './AppRoot.tsx';
import { RouteError } from './RouteError.tsx';
import { type RouteData, route, screen } from './route-objects.ts';
import { notFoundScreen, publicScreens } from './screens/public-screens.ts';

/** Around everything; `children` are the routes. */
export function rootRoute(children: RouteObject[]): RouteObject {
  return {
    id: 'root',
    Component: AppRoot,
    errorElement: <RouteError />,
    HydrateFallback: () => <Loader page />,
    children,
  };
}

/**
 * The public routes of docs/product.md §2, as browser and server have them. A page that this version has not built yet says
 * so; an unknown path is a 404 page.
 */
export function publicRoutes(data: RouteData): RouteObject {
  return inLayout(
    [
      {
        id: 'public-pages',
        errorElement: <RouteError inLayout />,
        children: [
          ...Object.entries(publicScreens).map(([name, { load }]) => route(name as RouteName, load, data)),
          { id: 'not-found', path: '*', lazy: screen('not-found', notFoundScreen.load, data) },
        ],
      },
    ],
    data,
  );
}

/** Every address shows this one screen, in the frame of the public pages. */
export function noticeRoutes(Component: ComponentType, data: RouteData): RouteObject {
  return inLayout([{ id: 'notice', path: '*', Component }], data);
}

function inLayout(children: RouteObject[], data: RouteData): RouteObject {
  return {
    id: 'public',
    lazy: screen('public', () => import('./layouts/public/PublicLayout.tsx'), data),
    children,
  };
}
