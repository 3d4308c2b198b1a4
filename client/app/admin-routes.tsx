import { type RouteObject, redirect } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { type RouteName, routes } from '#shared/routes.ts';
import { Loader } from '../ui/Loader.tsx';
import { RouteError } from './RouteError.tsx';
import { type RouteData, route, screen } from './route-objects.ts';
import { adminScreens } from './screens/admin-screens.ts';

/** The admin routes of docs/product.md §2: the login outside of the admin layout, everything else inside. */
export function adminRoutes(data: RouteData): RouteObject[] {
  return [
    route('adminLogin', () => import('../admin/session/LoginScreen.tsx'), data),
    {
      id: 'admin',
      path: routes.admin,
      caseSensitive: true,
      lazy: screen('admin', () => import('./layouts/admin/AdminLayout.tsx'), data),
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
          children: Object.entries(adminScreens).map(([name, load]) => route(name as RouteName, load, data)),
        },
      ],
    },
  ];
}
