import { describe, expect, it } from 'vitest';
import { loginPath, nextPath } from '../../../../../client/admin/session/next-path.ts';

const next = (value: string) => nextPath(`?${new URLSearchParams({ next: value })}`);

describe('where an admin goes after sign-in', () => {
  it.each(['/admin/blogs', '/admin/blogs?page=3', '/admin/portfolio/projects/4', '/admin/team#top'])(
    'goes on to %s',
    (path) => expect(next(path)).toBe(path),
  );

  // An address in a mail that looks like ours must not end on another site after sign-in (CWE-601).
  it.each([
    'https://evil.example/admin/blogs',
    '//evil.example/admin/blogs',
    '/\\evil.example/admin/blogs',
    '\\\\evil.example/admin/blogs',
    '/\t/evil.example/admin/',
    '\n//evil.example/admin/',
    'javascript:alert(1)//admin/',
    '/admin/../view-blog/1',
    '/admin/%2e%2e/publishing',
    '/admin/.\t./publishing',
    '/administrator/blogs',
    '/admin',
    '/publishing',
    'admin/blogs',
    '',
    '/admin/login',
    '/admin/login/',
    '/admin/login?next=/admin/login',
    '/admin/./login',
  ])('stays inside for %j', (value) => expect(next(value)).toBe('/admin/dashboard'));

  it('leads to the dashboard when nothing is asked', () => expect(nextPath('')).toBe('/admin/dashboard'));
});

describe('the login address', () => {
  it('remembers the way, whole', () => {
    const address = loginPath('/admin/blogs?page=2&x=a b');
    expect(nextPath(new URL(address, 'http://site').search)).toBe('/admin/blogs?page=2&x=a%20b');
  });

  it('is plain for the dashboard, where sign-in leads anyway', () => {
    expect(loginPath('/admin/dashboard')).toBe('/admin/login');
    expect(loginPath()).toBe('/admin/login');
  });
});
