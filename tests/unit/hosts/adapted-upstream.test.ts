import { expect, it, vi } from 'vitest';
import { hostOf, hostThatSays, json } from './mapped-host.ts';

const body = { email: 'username', password: 'password' };
const login = { path: '/auth/token', from: 'origin', body, add_body: { device_name: 'site' } };
const posts = { preset: 'laravel_resource', calls: { blogs: { path: '/admin/posts' }, login } };

it('lacks what the file does not name, and every path of its own', async () => {
  const { ask, asked } = hostThatSays(posts, {});
  for (const path of ['/api/jobs', '/api/getProjectCategory'])
    await expect(ask('GET', path)).rejects.toMatchObject({ code: 'host.callMissing', status: 404 });
  await expect(ask('GET', '/api/users')).rejects.toMatchObject({ code: 'request.notFound' });
  expect(asked).toEqual([]);
});

it('a token comes in a cookie and goes in one, and never as authorization', async () => {
  const cookies = { ...posts, token: { from: { cookie: 'access' }, send: { cookie: 'access' } } };
  const gone = 'access=old; Max-Age=0';
  let set = ['x=1', 'access="abc%3D"; HttpOnly; Path=/'];
  const { ask, asked, sent } = hostOf(cookies, ({ path }) =>
    path.startsWith('/auth') ? { status: 204, headers: { 'set-cookie': set } } : { body: { data: [] } },
  );
  const signIn = async () => (await ask('POST', '/api/login', json({ email: 'a', password: 'x' }))).body;
  expect(await signIn()).toEqual({ status: 1, data: { token: 'abc%3D' } });
  expect(asked[0]?.path).toBe('/auth/token');
  expect(sent(0)).toEqual({ username: 'a', password: 'x', device_name: 'site' });
  await ask('GET', '/api/blogs', { headers: { authorization: 'Bearer abc%3D', authorizaton: 'abc%3D' } });
  expect(asked[1]).toMatchObject({ headers: { cookie: 'access=abc%3D' }, isSession: true });
  for (const name of ['authorization', 'authorizaton']) expect(asked[1]?.headers).not.toHaveProperty(name);
  set = [gone];
  expect(await signIn()).toEqual({ status: 1, data: {} });
});

const asContract = { unnamed: 'as_contract', root: 'https://api.example', calls: { jobs: 'as_contract' } };
const texts = { blog_title: 'A', description: '<p>b</p>', is_active: '1' };

it.each([
  [
    '/api/blogs',
    { id: 1, ...texts, is_active: 'False', excerpt: { rendered: 'c' }, search_title: ['d'] },
    { id: 1, blog_title: 'A', is_active: 0 },
    ['fields.blog.excerpt', 'fields.blog.search_title'],
  ],
  [
    '/api/getProjectCategory',
    {
      id: 1,
      title: 'A',
      tech_img: [
        { id: 1, image: '/storage/a.png' },
        { id: 3, image: { url: 'b' } },
      ],
    },
    { title: 'A', tech_img: [{ id: 1, image: '/storage/a.png' }] },
    ['fields.logo.image'],
  ],
  [
    '/api/jobs',
    { id: 1, title: 'A', status: 'open', openings: {} },
    { status: 'open', openings: 1 },
    ['fields.job.openings'],
  ],
])('a value of another kind in %s is left out alone, and logged once', async (path, row, read, places) => {
  const log = { warn: vi.fn() };
  const { list } = hostThatSays(asContract, { status: 1, data: { data: [row, row], last_page: 1 } }, log);
  const [first] = await list(path);
  expect(first).toMatchObject(read);
  expect(first).not.toHaveProperty('excerpt');
  expect(log.warn.mock.calls.map(([{ place }]) => place)).toEqual(places);
});
