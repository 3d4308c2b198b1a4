import { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { pathTo } from '#shared/paths.ts';
import { isKnownRoute, type RouteName, routes } from '#shared/routes.ts';
import { createRoutes } from '../../../../client/app/router.tsx';

const table = createRoutes({ queries: new QueryClient(), language: 'en', wait: false });

/** Returns the path pattern of the route for an address; '*' is the page for unknown addresses. */
function patternOf(address: string): string | undefined {
  return matchRoutes(table, address)?.findLast(({ route }) => route.path)?.route.path;
}

/** Every route of docs/product.md §2, with values for its params. */
const addresses: Record<RouteName, string> = {
  home: pathTo('home'),
  portfolio: pathTo('portfolio'),
  portfolioCategory: pathTo('portfolioCategory', { fieldTitle: 'Film & TV' }),
  portfolioItem: pathTo('portfolioItem', { id: 7 }),
  contact: pathTo('contact'),
  publishing: pathTo('publishing'),
  apps: pathTo('apps'),
  team: pathTo('team'),
  careers: pathTo('careers'),
  careersApply: pathTo('careersApply'),
  careersApplyJob: pathTo('careersApplyJob', { jobId: 3 }),
  privacyPolicy: pathTo('privacyPolicy'),
  termsConditions: pathTo('termsConditions'),
  deleteAccount: pathTo('deleteAccount'),
  viewBlog: pathTo('viewBlog', { id: 12 }),
  adminLogin: pathTo('adminLogin'),
  admin: pathTo('admin'),
  adminDashboard: pathTo('adminDashboard'),
  adminApplicants: pathTo('adminApplicants'),
  adminPortfolio: pathTo('adminPortfolio'),
  adminProjects: pathTo('adminProjects', { id: 5 }),
  adminTeam: pathTo('adminTeam'),
  adminBlogs: pathTo('adminBlogs'),
  adminMessages: pathTo('adminMessages'),
  adminIntake: pathTo('adminIntake'),
  adminActivity: pathTo('adminActivity'),
  adminPictures: pathTo('adminPictures'),
  adminRedirects: pathTo('adminRedirects'),
  adminTrash: pathTo('adminTrash'),
  adminPeople: pathTo('adminPeople'),
  adminAccount: pathTo('adminAccount'),
  adminMailTemplates: pathTo('adminMailTemplates'),
  adminSite: pathTo('adminSite'),
};

describe('the screens of a router', () => {
  /** Returns the timers that run while the screen of an address is loaded. */
  async function clocksOf(wait: boolean): Promise<unknown[]> {
    const routes = createRoutes({ queries: new QueryClient(), language: 'en', wait });
    const clock = vi.spyOn(globalThis, 'setTimeout');
    for (const { route } of matchRoutes(routes, pathTo('team')) ?? []) {
      if (typeof route.lazy === 'function') await route.lazy();
    }
    const times = clock.mock.calls.map(([, ms]) => ms);
    clock.mockRestore();
    return times;
  }

  it('may come late in a browser, and never on a server: no clock runs there', async () => {
    expect(await clocksOf(false)).toContain(120_000);
    expect(await clocksOf(true)).not.toContain(120_000);
  });
});

describe('links and the router', () => {
  it.each(Object.entries(addresses))(
    '%s resolves to its own route, and the server knows it',
    (name, address) => {
      expect(patternOf(address)).toBe(routes[name as RouteName]);
      expect(isKnownRoute(address)).toBe(true);
    },
  );

  it('encodes what stands in a param', () => {
    expect(addresses.portfolioCategory).toBe('/portfolio/Film%20%26%20TV');
    expect(pathTo('portfolioCategory', { fieldTitle: 'a/b?c' })).toBe('/portfolio/a%2Fb%3Fc');
  });

  it.each(['/nope', '/Publishing', '/ADMIN/blogs', '/admin/nope', '/view-blog', '/view-blog/1/2'])(
    'shows the 404 page for %s, as the server answers 404',
    (address) => {
      // A single word may be a page of the company's own; without one it is the 404 page.
      expect(['*', ':ownPath']).toContain(patternOf(address));
      expect(isKnownRoute(address)).toBe(false);
    },
  );

  it('keeps the login page outside the admin layout', () => {
    const chain = matchRoutes(table, addresses.adminLogin) ?? [];
    expect(chain.map(({ route }) => route.path).filter(Boolean)).toEqual(['/admin/login']);
  });
});
