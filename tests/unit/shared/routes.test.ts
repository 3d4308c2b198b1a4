import { describe, expect, it } from 'vitest';
import { isKnownRoute, isPublicRoute, routes } from '#shared/routes.ts';

describe('the routes of docs/product.md §2', () => {
  it('are these', () => {
    expect(Object.values(routes)).toEqual([
      '/',
      '/portfolio',
      '/portfolio/:fieldTitle',
      '/portfolioOne/:id',
      '/contact',
      '/publishing',
      '/apps',
      '/team',
      '/careers',
      '/careers/apply',
      '/careers/apply/:jobId',
      '/privacy-policy',
      '/terms-conditions',
      '/delete-account',
      '/view-blog/:id',
      '/admin/login',
      '/admin',
      '/admin/dashboard',
      '/admin/applicants',
      '/admin/portfolio',
      '/admin/portfolio/projects/:id',
      '/admin/team',
      '/admin/blogs',
      // Screens beyond the specification: what visitors send.
      '/admin/messages',
      // Forms that the host has not accepted yet.
      '/admin/intake',
      // Other screens for admins.
      '/admin/activity',
      '/admin/pictures',
      '/admin/redirects',
      '/admin/trash',
      '/admin/people',
      '/admin/account',
      '/admin/mail-templates',
      '/admin/site',
    ]);
  });

  it.each(Object.values(routes))('%s is known, filled in and with a slash at its end', (route) => {
    const path = route.replace(/:\w+/g, 'some-thing%20else');
    expect(isKnownRoute(path)).toBe(true);
    expect(isKnownRoute(path === '/' ? '/' : `${path}/`)).toBe(true);
  });

  it.each([
    '',
    '//',
    '/portfolio//',
    '//portfolio',
    '/Portfolio',
    '/ADMIN',
    '/view-blog',
    '/view-blog/',
    '/view-blog/1/2',
    '/careers/apply/1/2',
    '/portfolioone/1',
    '/admin/jobs',
    '/admin/portfolio/projects',
    '/team\n',
    'portfolio',
    '/index.html',
    '/api/blogs',
  ])('%j is not known', (path) => {
    expect(isKnownRoute(path)).toBe(false);
  });

  it.each([
    ['/', true],
    ['/view-blog/7', true],
    ['/view-blog/7/', true],
    ['/admin', false],
    ['/admin/', false],
    ['/admin/blogs', false],
    ['/admin/login', false],
    ['/administration', false],
    ['/nope', false],
  ])('%s is rendered by the server: %s', (path, rendered) => {
    expect(isPublicRoute(path)).toBe(rendered);
  });
});
