import { expect, it } from 'vitest';
import { isKnownRoute, isPublicRoute, routes } from '#shared/routes.ts';

it('the routes of docs/product.md §2 are these', () => {
  expect(Object.values(routes).join(' ')).toBe(
    '/ /portfolio /portfolio/:fieldTitle /portfolioOne/:id /contact /publishing /apps /team /careers /careers/apply ' +
      '/careers/apply/:jobId /privacy-policy /terms-conditions /delete-account /view-blog/:id /admin/login /admin ' +
      '/admin/dashboard /admin/applicants /admin/portfolio /admin/portfolio/projects/:id /admin/team /admin/blogs ' +
      // Screens beyond the specification.
      '/admin/messages /admin/intake /admin/activity /admin/pictures /admin/redirects /admin/trash /admin/people ' +
      '/admin/account /admin/mail-templates /admin/site',
  );
});

it.each(Object.values(routes))('%s is known, filled in and with a slash at its end', (route) => {
  const path = route.replace(/:\w+/g, 'some-thing%20else');
  expect([isKnownRoute(path), isKnownRoute(`${path}/`.replace('//', '/'))]).toEqual([true, true]);
});

it.each([
  '',
  '//',
  '/portfolio//',
  '//portfolio',
  '/Portfolio',
  '/view-blog/',
  '/view-blog/1/2',
  '/admin/jobs',
  '/team\n',
  '/api/blogs',
])('%j is not known', (path) => expect(isKnownRoute(path)).toBe(false));

it.each([
  ['/view-blog/7/', true],
  ['/admin/', false],
  ['/admin/login', false],
  ['/administration', false],
])('%s is rendered by the server: %s', (path, rendered) => expect(isPublicRoute(path)).toBe(rendered));
