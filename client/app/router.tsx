import { createBrowserRouter, createPath, type RouteObject, redirect } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { type RouteName, routes } from '#shared/routes.ts';
import { Loader } from '../ui/loader/Loader.tsx';
import { chunks, setPendingAddress } from './chunks/browser-chunks.ts';
import { RouteError } from './errors/RouteError.tsx';
import { AppRoot } from './root/AppRoot.tsx';
import { adminScreens, publicScreens, type ScreenModule, type ScreenTable } from './screens/screens.ts';
import { letTransitionsEndEarly } from './view-transitions/let-transitions-end-early.ts';

/** Every route of SPEC §2. A public page that this version has not built yet says so; an unknown path is a 404 page. */
export function createRoutes(): RouteObject[] {
  return [
    {
      Component: AppRoot,
      errorElement: <RouteError />,
      HydrateFallback: () => <Loader page />,
      children: [
        route('adminLogin', () => import('../admin/session/LoginScreen.tsx')),
        {
          path: routes.admin,
          caseSensitive: true,
          lazy: screen('admin', () => import('./layouts/admin/AdminLayout.tsx')),
          children: [
            { index: true, element: <Loader page />, loader: () => redirect(pathTo('adminDashboard')) },
            { errorElement: <RouteError inLayout />, children: screenRoutes(adminScreens) },
          ],
        },
        {
          lazy: screen('public', () => import('./layouts/public/PublicLayout.tsx')),
          children: [
            {
              errorElement: <RouteError inLayout />,
              children: [
                ...screenRoutes(publicScreens),
                { path: '*', lazy: screen('not-found', () => import('./errors/NotFoundScreen.tsx')) },
              ],
            },
          ],
        },
      ],
    },
  ];
}

export function createRouter() {
  letTransitionsEndEarly();
  const router = createBrowserRouter(createRoutes());
  setPendingAddress(() => {
    const { location } = router.state.navigation;
    return location && createPath(location);
  });
  return router;
}

function screenRoutes(table: ScreenTable): RouteObject[] {
  return Object.entries(table).map(([name, load]) => route(name as RouteName, load));
}

/** Paths are exact in case, as the server's are: an address never answers 404 and shows a page all the same. */
function route(name: RouteName, load: () => Promise<ScreenModule>): RouteObject {
  return { path: routes[name], caseSensitive: true, lazy: screen(name, load) };
}

function screen(name: string, load: () => Promise<ScreenModule>) {
  return () => chunks.load(name, load);
}
