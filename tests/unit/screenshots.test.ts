import { expect, test } from 'vitest';
import { routes } from '#shared/routes.ts';
import { adminViews, routesWithoutView } from '../screenshots/views.ts';

test('npm run lab -- screenshots has a picture of every screen of the admin area but the sign-in, which it takes as a visitor', () => {
  const left = routesWithoutView(adminViews).filter((route) => route.startsWith('/admin'));
  expect(left).toEqual([routes.adminLogin]);
});
