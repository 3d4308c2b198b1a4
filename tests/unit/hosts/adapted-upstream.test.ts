import { describe, expect, it } from 'vitest';
import { form, hostOf, json, post, posts, sentOf } from './mapped-host.ts';

describe('a host that is mapped', () => {
  it('gives lists and things as the contract has them', async () => {
    const { ask, asked } = hostOf(posts, ({ path }) =>
      path.includes('/posts/')
        ? { body: { data: post } }
        : {
            body: {
              data: [post, { title: 'no id' }],
              meta: { current_page: 2, last_page: 3, per_page: 15, total: 40 },
            },
          },
    );
    const list = await ask('GET', '/api/blogs?page=2');
    expect(asked[0]).toMatchObject({ method: 'GET', path: '/cms/v2/admin/posts?per_page=15&page=2' });
    expect(list.body).toMatchObject({
      status: 1,
      data: { current_page: 2, last_page: 3, per_page: 15, total: 40 },
    });
    const { data } = (list.body as { data: { data: Record<string, unknown>[] } }).data;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      id: 7,
      blog_title: 'Peshawar',
      description: '<p><img src="/media/cdn/in/text.png"> https://cdn.example/said</p>',
      blog_image: '/media/cdn/posts/a%20b.jpg',
      is_active: 1,
      created_at: '2024-05-01T05:00:00.000Z',
    });
    expect((await ask('GET', '/api/singlePost/7')).body).toMatchObject({ data: { blog_title: 'Peshawar' } });
  });

  it('sends forms under the host’s names, with the bytes of files as they are', async () => {
    const { ask, asked } = hostOf(posts, () => ({ status: 201, body: { data: post } }));
    const texts = {
      blog_title: 'A',
      is_active: '0',
      description: '<img src="/media/cdn/x.png">',
      blog_id: '7',
      updated_at: 'x',
    };
    await ask('POST', '/api/editBlog', form(texts, { blog_image: '/tmp/picture' }));
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/cms/v2/posts/7', isSession: true });
    expect(asked[0]?.headers.authorization).toBe('Bearer t0ken');
    const sent = sentOf(asked[0]);
    expect([...sent.matchAll(/ name="([^"]+)"/g)].map((each) => each[1])).toEqual([
      'title',
      'state',
      'content[html]',
      '_method',
      'cover',
    ]);
    expect(sent).toContain('draft');
    expect(sent).toContain('<img src="https://cdn.example/x.png">');
    expect(sent).toContain('</tmp/picture>');
    expect(Number(asked[0]?.headers['content-length'])).toBeGreaterThan(0);
  });

  it('takes an answer without a body for a yes', async () => {
    const { ask, asked } = hostOf(posts, () => ({ status: 204 }));
    expect(await ask('POST', '/api/deleteBlog/7', { headers: { authorization: 'Bearer t' } })).toMatchObject({
      status: 200,
      body: { status: 1 },
    });
    expect(asked[0]).toMatchObject({ method: 'DELETE', path: '/cms/v2/posts/7' });
  });

  it('gives field errors under our names', async () => {
    const { ask } = hostOf(posts, () => ({
      status: 422,
      body: { message: 'Bad.', errors: { title: ['Too short.'], 'content.html': ['Empty.'] } },
    }));
    expect(await ask('POST', '/api/saveBlog', form({ blog_title: 'A' }))).toMatchObject({
      status: 422,
      body: { status: 0, message: 'Bad.', errors: { blog_title: ['Too short.'], description: ['Empty.'] } },
    });
  });

  it('signs in outside of the root, and finds the token', async () => {
    const { ask, asked } = hostOf(
      { ...posts, token: { from: { body: 'auth.key' }, user: { email: 'auth.mail' } } },
      () => ({ body: { auth: { key: 'k1', mail: 'a@b.c' } } }),
    );
    const given = await ask('POST', '/api/login', json({ email: 'a@b.c', password: 'x' }));
    expect(asked[0]?.path).toBe('/auth/token');
    expect(JSON.parse(sentOf(asked[0]))).toEqual({ username: 'a@b.c', password: 'x', device_name: 'site' });
    expect(given.body).toEqual({ status: 1, data: { token: 'k1', user: { email: 'a@b.c' } } });
  });

  it('lacks what the file does not name, and every path of its own', async () => {
    const { ask, asked } = hostOf(posts, () => ({ body: {} }));
    await expect(ask('GET', '/api/jobs')).rejects.toMatchObject({ code: 'host.callMissing', status: 404 });
    await expect(ask('GET', '/api/getProjectCategory')).rejects.toMatchObject({ code: 'host.callMissing' });
    await expect(ask('GET', '/api/users')).rejects.toMatchObject({ code: 'request.notFound' });
    expect(asked).toEqual([]);
  });

  it('asks for media as it is', async () => {
    const { ask, asked } = hostOf(posts, () => ({ body: {} }));
    await ask('GET', '/storage/a.png');
    expect(asked[0]?.path).toBe('/storage/a.png');
  });
});

describe('tokens', () => {
  it('come in a cookie and go in one, and never as authorization', async () => {
    const cookies = { ...posts, token: { from: { cookie: 'access' }, send: { cookie: 'access' } } };
    const { ask, asked } = hostOf(cookies, ({ path }) =>
      path.startsWith('/auth')
        ? { status: 204, headers: { 'set-cookie': ['x=1', 'access=abc%3D; HttpOnly; Path=/'] } }
        : { body: { data: [] } },
    );
    expect((await ask('POST', '/api/login', json({ email: 'a' }))).body).toEqual({
      status: 1,
      data: { token: 'abc%3D' },
    });
    await ask('GET', '/api/blogs', { headers: { authorization: 'Bearer abc%3D', authorizaton: 'abc%3D' } });
    expect(asked[1]?.headers).toMatchObject({ cookie: 'access=abc%3D' });
    expect(asked[1]?.headers).not.toHaveProperty('authorization');
    expect(asked[1]?.headers).not.toHaveProperty('authorizaton');
    expect(asked[1]?.isSession).toBe(true);
  });

  it('go in a header of the host’s own', async () => {
    const { ask, asked } = hostOf(
      {
        ...posts,
        token: { from: { body: 'token' }, send: { header: 'X-Auth-Token', prefix: 'v1 ' } },
        headers: { 'X-Tenant': 'naqsh' },
      },
      () => ({ body: { data: [] } }),
    );
    await ask('GET', '/api/blogs', { headers: { authorization: 'Bearer abc' } });
    expect(asked[0]?.headers).toMatchObject({
      'x-auth-token': 'v1 abc',
      'x-tenant': 'naqsh',
      host: 'api.example',
    });
  });

  it('go in Authorization under another scheme than Bearer', async () => {
    const send = { header: 'Authorization', prefix: 'Token ' };
    const { ask, asked } = hostOf({ ...posts, token: { from: { body: 'key' }, send } }, () => ({
      body: { data: [] },
    }));
    await ask('GET', '/api/blogs', { headers: { authorization: 'Bearer abc' } });
    expect(asked[0]?.headers.authorization).toBe('Token abc');
  });
});
