import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import {
  guardAdmin,
  loginPath,
  nextPath,
  redirectSignedIn,
} from '../../../../../client/admin/session/guard.ts';
import { sessionQuery } from '../../../../../client/admin/session/SessionGuard.tsx';
import { storageOf } from '../../../../support/memory-storage.ts';

const flag = new Map<string, string>();

beforeEach(() => {
  flag.set('isAuthenticated', 'true');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('localStorage', storageOf(flag));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const at = (path: string) => ({ request: new Request(`http://site${path}`) });

it('a dead network is not taken for a sign-out', async () => {
  expect(await guardAdmin(at('/admin/blogs'))).toMatchObject({ failure: { code: 'network.failed' } });
  expect(flag.get('isAuthenticated')).toBe('true');
  expect(await redirectSignedIn(at('/admin/login'))).toBeNull();
});

const next = (value: string) => nextPath(`?${new URLSearchParams({ next: value })}`);

it.each(['/admin/blogs?page=3', '/admin/team#top'])('sign-in goes on to %s', (path) =>
  expect(next(path)).toBe(path),
);

// A link that looks like ours must not redirect to another site after sign-in (CWE-601).
it.each([
  'https://evil.example/admin/blogs',
  '//evil.example/admin/blogs',
  '/\\evil.example/admin/blogs',
  '/\t/evil.example/admin/',
  'javascript:alert(1)//admin/',
  '/admin/../view-blog/1',
  '/admin/%2e%2e/publishing',
  '/administrator/blogs',
  '',
  '/admin/login?next=/admin/login',
  '/admin/./login',
])('sign-in stays inside for %j', (value) => expect(next(value)).toBe('/admin/dashboard'));

it('the login address remembers the way, whole', () => {
  const address = loginPath('/admin/blogs?page=2&x=a b');
  expect(nextPath(new URL(address, 'http://site').search)).toBe('/admin/blogs?page=2&x=a%20b');
});

test.each([8, 720, undefined])(
  'a session of %s hours is read again by a timer that browsers can wait for',
  (hours) => {
    const data = { authenticated: true, expires_in: hours && hours * 3600 };
    const { refetchInterval } = sessionQuery;
    const query = { state: { data, dataUpdatedAt: Date.now() } };
    const wait = typeof refetchInterval === 'function' ? refetchInterval(query as never) : refetchInterval;
    expect(wait).toBeGreaterThan(7 * 3_600_000);
    expect(wait).toBeLessThan(2 ** 31);
  },
);
