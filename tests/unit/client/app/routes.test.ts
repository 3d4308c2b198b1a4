import { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { pathTo } from '#shared/paths.ts';
import { isKnownRoute, routes } from '#shared/routes.ts';
import { createRoutes } from '../../../../client/app/router.tsx';

const table = createRoutes({ queries: new QueryClient(), language: 'en', wait: false });
const patternsOf = (address: string) =>
  matchRoutes(table, address)?.flatMap(({ route }) => route.path ?? []) ?? [];

it.each(Object.values(routes))('%s resolves to its own route', (route) => {
  expect(patternsOf(route.replace(/:\w+/g, 'Film%20%26%20TV')).at(-1)).toBe(route);
});

it('encodes what stands in a param', () => {
  expect(pathTo('portfolioCategory', { fieldTitle: 'a/b?c & d' })).toBe('/portfolio/a%2Fb%3Fc%20%26%20d');
});

it.each(['/nope', '/Publishing', '/ADMIN/blogs', '/admin/nope', '/view-blog', '/view-blog/1/2'])(
  'shows the 404 page for %s, as the server answers 404',
  (address) => {
    // A single word may be a page of the company's own; without one it is the 404 page.
    expect(['*', ':ownPath']).toContain(patternsOf(address).at(-1));
    expect(isKnownRoute(address)).toBe(false);
  },
);

it('keeps the login page outside the admin layout', () => {
  expect(patternsOf(pathTo('adminLogin'))).toEqual(['/admin/login']);
});
