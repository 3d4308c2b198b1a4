import { expect, it } from 'vitest';
import { form, hostOf, json, post, posts, sentOf } from './mapped-host.ts';

it('gives lists as the contract has them', async () => {
  const { ask, asked } = hostOf(posts, () => ({
    body: {
      data: [post, { title: 'no id' }],
      meta: { current_page: 2, last_page: 3, per_page: 15, total: 40 },
    },
  }));
  const list = await ask('GET', '/api/blogs?page=2');
  expect(asked[0]).toMatchObject({ method: 'GET', path: '/cms/v2/admin/posts?per_page=15&page=2' });
  expect(list.body).toMatchObject({
    status: 1,
    data: {
      ...{ current_page: 2, last_page: 3, per_page: 15, total: 40 },
      data: [
        {
          ...{ id: 7, blog_title: 'Peshawar', is_active: 1, created_at: '2024-05-01T05:00:00.000Z' },
          description: '<p><img src="/media/cdn/in/text.png"> https://cdn.example/said</p>',
          blog_image: '/media/posts/a%20b.jpg',
        },
      ],
    },
  });
});

it('sends forms under the host’s names, with the bytes of files as they are', async () => {
  const { ask, asked } = hostOf(posts, () => ({ status: 201, body: { data: post } }));
  const texts = { blog_title: 'A', is_active: '0', blog_id: '7', updated_at: 'x' };
  const description = '<img src="/media/cdn/x.png">';
  await ask('POST', '/api/editBlog', form({ ...texts, description }, { blog_image: '/tmp/picture' }));
  expect(asked[0]).toMatchObject({ method: 'POST', path: '/cms/v2/posts/7', isSession: true });
  const sent = sentOf(asked[0]);
  expect([...sent.matchAll(/ name="([^"]+)"/g)].map((each) => each[1])).toEqual([
    ...['title', 'state', 'content[html]', '_method', 'cover'],
  ]);
  for (const part of ['draft', '<img src="https://cdn.example/x.png">', '</tmp/picture>'])
    expect(sent).toContain(part);
});

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
  const login = async () => (await ask('POST', '/api/login', json({ email: 'a', password: 'x' }))).body;
  expect(await login()).toEqual({ status: 1, data: { token: 'abc%3D' } });
  expect(asked[0]?.path).toBe('/auth/token');
  expect(JSON.parse(sentOf(asked[0]))).toEqual({ username: 'a', password: 'x', device_name: 'site' });
  await ask('GET', '/api/blogs', { headers: { authorization: 'Bearer abc%3D', authorizaton: 'abc%3D' } });
  expect(asked[1]).toMatchObject({ headers: { cookie: 'access=abc%3D' }, isSession: true });
  for (const name of ['authorization', 'authorizaton']) expect(asked[1]?.headers).not.toHaveProperty(name);
  set = [gone];
  expect(await login()).toEqual({ status: 1, data: {} });
});
