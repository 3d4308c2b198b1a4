import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '#shared/messages.ts';
import {
  guardAdmin,
  loginPath,
  nextPath,
  redirectSignedIn,
} from '../../../../../client/admin/session/guard.ts';

const flag = new Map<string, string>();
const answer = vi.fn<() => Promise<Response>>();
const hostCalls = vi.fn<() => Promise<Response>>();
const known = async () => Response.json({ status: 1, data: { missing: [] } });

beforeEach(() => {
  flag.clear();
  answer.mockReset();
  hostCalls.mockReset().mockImplementation(known);
  vi.stubGlobal('fetch', (asked: Request | string) =>
    String(asked instanceof Request ? asked.url : asked).includes('hostCalls') ? hostCalls() : answer(),
  );
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => flag.get(key) ?? null,
    setItem: (key: string, value: string) => void flag.set(key, value),
    removeItem: (key: string) => void flag.delete(key),
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const session = (authenticated: boolean) => async () =>
  Response.json({ status: 1, data: { authenticated, ...(authenticated && { user: { email: 'a@b.co' } }) } });
const at = (path: string) => ({ request: new Request(`http://site${path}`) });
const redirectOf = async (running: Promise<unknown>) => {
  const thrown = await running.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Response);
  return (thrown as Response).headers.get('location');
};

describe('the guard of the admin area', () => {
  it('sends who has no flag to the login page, and asks nobody', async () => {
    expect(await redirectOf(guardAdmin(at('/admin/blogs?page=2')))).toBe(
      '/admin/login?next=%2Fadmin%2Fblogs%3Fpage%3D2',
    );
    expect(answer).not.toHaveBeenCalled();
  });

  it('lets a living session in', async () => {
    flag.set('isAuthenticated', 'true');
    answer.mockImplementation(session(true));
    expect(await guardAdmin(at('/admin/blogs'))).toEqual({
      session: { authenticated: true, user: { email: 'a@b.co' } },
    });
  });

  it('lets nobody in before it is known what the host lacks, and waits a second for it at most', async () => {
    vi.useFakeTimers();
    flag.set('isAuthenticated', 'true');
    answer.mockImplementation(session(true));
    const asked = Promise.withResolvers<Response>();
    hostCalls.mockImplementation(() => asked.promise);
    let isIn = false;
    const enter = () =>
      guardAdmin(at('/admin/blogs')).then(() => {
        isIn = true;
      });
    const told = enter();
    await vi.advanceTimersByTimeAsync(900);
    expect(isIn).toBe(false);
    asked.resolve(await known());
    await vi.advanceTimersByTimeAsync(0);
    expect(isIn).toBe(true);
    await told;
    isIn = false;
    hostCalls.mockImplementation(() => new Promise<never>(() => {}));
    void enter();
    await vi.advanceTimersByTimeAsync(900);
    expect(isIn).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(isIn).toBe(true);
    vi.useRealTimers();
  });

  it('does not believe the flag: an ended session leads to the login page, and the flag goes', async () => {
    flag.set('isAuthenticated', 'true');
    answer.mockImplementation(session(false));
    expect(await redirectOf(guardAdmin(at('/admin/team')))).toBe('/admin/login?next=%2Fadmin%2Fteam');
    expect(flag.has('isAuthenticated')).toBe(false);
  });

  it('does not take a dead network for a sign-out', async () => {
    flag.set('isAuthenticated', 'true');
    answer.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await guardAdmin(at('/admin/blogs'))).toMatchObject({
      failure: { code: 'network.failed', message: messages['network.failed'] },
    });
    expect(flag.get('isAuthenticated')).toBe('true');
  });

  it('does not take a failing server for a sign-out', async () => {
    flag.set('isAuthenticated', 'true');
    answer.mockImplementation(async () =>
      Response.json({ status: 0, code: 'upstream.failed', message: 'x' }, { status: 502 }),
    );
    expect(await guardAdmin(at('/admin/blogs'))).toMatchObject({ failure: { code: 'upstream.failed' } });
    expect(flag.get('isAuthenticated')).toBe('true');
  });
});

describe('the login page', () => {
  it('passes on who is signed in, to where they were going', async () => {
    flag.set('isAuthenticated', 'true');
    answer.mockImplementation(session(true));
    expect(await redirectOf(redirectSignedIn(at('/admin/login?next=%2Fadmin%2Fblogs')))).toBe('/admin/blogs');
  });

  it.each([
    ['nobody is signed in', session(false)],
    ['nobody can tell', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('shows the form when %s', async (_name, reply) => {
    flag.set('isAuthenticated', 'true');
    answer.mockImplementation(reply);
    expect(await redirectSignedIn(at('/admin/login'))).toBeNull();
  });
});

const next = (value: string) => nextPath(`?${new URLSearchParams({ next: value })}`);

describe('where an admin goes after sign-in', () => {
  it.each(['/admin/blogs', '/admin/blogs?page=3', '/admin/portfolio/projects/4', '/admin/team#top'])(
    'goes on to %s',
    (path) => expect(next(path)).toBe(path),
  );

  // A link that looks like ours must not redirect to another site after sign-in (CWE-601).
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
