import { expect, it } from 'vitest';
import { hostOf, json, sentOf } from './mapped-host.ts';

const body = { email: 'username', password: 'password' };
const login = { path: '/auth/token', from: 'origin', body, add_body: { device_name: 'site' } };
const posts = { preset: 'laravel_resource', calls: { blogs: { path: '/admin/posts' }, login } };

it('lacks what the file does not name, and every path of its own', async () => {
  const { ask, asked } = hostOf(posts, () => ({ body: {} }));
  for (const path of ['/api/jobs', '/api/getProjectCategory'])
    await expect(ask('GET', path)).rejects.toMatchObject({ code: 'host.callMissing', status: 404 });
  await expect(ask('GET', '/api/users')).rejects.toMatchObject({ code: 'request.notFound' });
  expect(asked).toEqual([]);
});

it('a token comes in a cookie and goes in one, and never as authorization', async () => {
  const cookies = { ...posts, token: { from: { cookie: 'access' }, send: { cookie: 'access' } } };
  const gone = 'access=old; Max-Age=0';
  let set = ['x=1', 'access="abc%3D"; HttpOnly; Path=/'];
  const { ask, asked } = hostOf(cookies, ({ path }) =>
    path.startsWith('/auth') ? { status: 204, headers: { 'set-cookie': set } } : { body: { data: [] } },
  );
  const signIn = async () => (await ask('POST', '/api/login', json({ email: 'a', password: 'x' }))).body;
  expect(await signIn()).toEqual({ status: 1, data: { token: 'abc%3D' } });
  expect(asked[0]?.path).toBe('/auth/token');
  expect(JSON.parse(sentOf(asked[0]))).toEqual({ username: 'a', password: 'x', device_name: 'site' });
  await ask('GET', '/api/blogs', { headers: { authorization: 'Bearer abc%3D', authorizaton: 'abc%3D' } });
  expect(asked[1]).toMatchObject({ headers: { cookie: 'access=abc%3D' }, isSession: true });
  for (const name of ['authorization', 'authorizaton']) expect(asked[1]?.headers).not.toHaveProperty(name);
  set = [gone];
  expect(await signIn()).toEqual({ status: 1, data: {} });
});
