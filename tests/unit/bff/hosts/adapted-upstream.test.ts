import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { adaptUpstream } from '../../../../server/bff/hosts/adapt/adapted-upstream.ts';
import { createHostMap } from '../../../../server/bff/hosts/adapt/host-map.ts';
import { parseHostFile } from '../../../../server/bff/hosts/host-file/load.ts';
import { readJson } from '../../../../server/bff/upstream/json-answer.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../../../server/bff/upstream/upstream.ts';
import type { Part } from '../../../../server/forms/read-form.ts';

type Given = { status?: number; body?: unknown; headers?: UpstreamAnswer['headers'] };

/** A host that is asked through a file, and what it was asked. */
function hostOf(file: Record<string, unknown>, answer: (request: UpstreamRequest) => Given) {
  const asked: UpstreamRequest[] = [];
  const inner = {
    mayRefresh: () => true,
    request: async (wanted: UpstreamRequest) => {
      asked.push(wanted);
      const { status = 200, body, headers } = answer(wanted);
      const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
      return {
        status,
        headers: { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers },
        body: Readable.from([bytes], { objectMode: false }),
      };
    },
  } as unknown as Upstream;
  const text = JSON.stringify({
    version: 1,
    root: 'https://api.example/cms/v2',
    dates: { zone: 'Asia/Karachi' },
    ...file,
  });
  const upstream = adaptUpstream(inner, createHostMap(parseHostFile(text, 'host.json')), {
    mediaPaths: ['/storage'],
  });
  const ask = async (method: string, path: string, rest: Partial<UpstreamRequest> = {}) => {
    const given = await upstream.request({ method, path, headers: {}, ...rest });
    return { status: given.status, headers: given.headers, body: await readJson(given) };
  };
  return { ask, asked, upstream };
}

const json = (value: unknown): Partial<UpstreamRequest> => ({
  headers: { 'content-type': 'application/json', authorization: 'Bearer t0ken' },
  body: [Buffer.from(JSON.stringify(value))],
});

const form = (
  texts: Record<string, string>,
  files: Record<string, string> = {},
): Partial<UpstreamRequest> => {
  const parts: Part[] = [
    ...Object.entries(texts).map(
      ([name, text]): Part => ({
        kind: 'text',
        name,
        source: Buffer.from(text),
        size: Buffer.byteLength(text),
      }),
    ),
    ...Object.entries(files).map(
      ([name, path]): Part => ({
        kind: 'file',
        name,
        fileName: 'a.png',
        type: 'image/png',
        source: path,
        size: 3,
      }),
    ),
  ];
  return { headers: { authorization: 'Bearer t0ken' }, form: { parts }, body: [] };
};

/** The names in a form, in their order. */
const sentOf = (request: UpstreamRequest | undefined) =>
  ((request?.body ?? []) as readonly (Buffer | { path: string })[])
    .map((piece) => (Buffer.isBuffer(piece) ? piece.toString() : `<${piece.path}>`))
    .join('');

const posts = {
  preset: 'laravel_resource',
  calls: {
    blogs: { path: '/admin/posts', add_query: { per_page: 15 } },
    activeBlogs: { path: '/posts' },
    singlePost: { path: '/posts/{id}' },
    saveBlog: { path: '/posts' },
    editBlog: { path: '/posts/{blog_id}', add_body: { _method: 'PUT' } },
    deleteBlog: { method: 'DELETE', path: '/posts/{id}' },
    login: {
      path: '/auth/token',
      from: 'origin',
      body: { email: 'username', password: 'password' },
      add_body: { device_name: 'site' },
    },
  },
  fields: {
    blog: {
      blog_title: 'title',
      description: 'content.html',
      blog_image: { at: 'cover', base: 'https://cdn.example/posts/' },
      is_active: { at: 'state', values: { '1': 'published', '0': 'draft' } },
      created_at: 'published_at',
    },
  },
  media: { origins: { cdn: 'https://cdn.example' } },
};

const post = {
  id: 7,
  title: 'Peshawar',
  content: { html: '<p><img src="https://cdn.example/in/text.png"> https://cdn.example/said</p>' },
  cover: 'a b.jpg',
  state: 'published',
  published_at: '2024-05-01 10:00:00',
};

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
    const given = await ask('POST', '/api/login', {
      headers: {},
      body: Buffer.from('{"email":"a@b.c","password":"x"}'),
    });
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
    expect((await ask('POST', '/api/login', { body: '{"email":"a"}' })).body).toEqual({
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

/** An answer that says neither what it is nor how long. */
const noType = { 'content-type': undefined, 'content-length': undefined };

describe('hosts of other habits', () => {
  const rows = Array.from({ length: 23 }, (_, index) => ({
    uuid: `a-${index + 1}`,
    id: index + 1,
    name: `N${index + 1}`,
    group: (index % 2) + 1,
  }));

  it('gives all at once: pages are made here', async () => {
    const { ask, asked } = hostOf(
      {
        preset: 'array',
        calls: { getProjectCategory: { path: '/groups' }, getSingleCategory: { in: 'getProjectCategory' } },
        fields: { category: { title: 'name' } },
      },
      () => ({ body: rows }),
    );
    const { body } = await ask('GET', '/api/getProjectCategory?page=3');
    expect(body).toMatchObject({ data: { current_page: 3, last_page: 3, total: 23 } });
    expect((body as { data: { data: unknown[] } }).data.data).toHaveLength(3);
    expect(asked[0]?.path).toBe('/cms/v2/groups');
    expect((await ask('GET', '/api/getSingleCategory/23')).body).toMatchObject({
      data: { id: 23, title: 'N23', tech_img: [] },
    });
    await expect(ask('GET', '/api/getSingleCategory/99')).rejects.toMatchObject({ status: 404 });
  });

  it('tells the last page by the rows in all, where only host.json says how many a page has', async () => {
    const { ask } = hostOf(
      {
        preset: 'array',
        envelope: { list: 'results', total: 'count', paging: { page: 'page', size: 5 } },
        calls: { getProjectCategory: { path: '/groups' } },
        fields: { category: { title: 'name' } },
      },
      () => ({ body: { count: 23, results: rows.slice(0, 5) } }),
    );
    const { body } = await ask('GET', '/api/getProjectCategory');
    expect(body).toMatchObject({ data: { current_page: 1, last_page: 5, total: 23 } });
  });

  it('takes an answer that has neither its yes nor its failure for what its status says: a token of another make', async () => {
    const { ask } = hostOf(
      {
        envelope: { success: { at: 'ok', is: [true] }, status: { at: 'msg', means: { Gone: 404 } } },
        calls: { login: { path: '/oauth/token', from: 'origin' } },
        token: { from: { body: 'access_token' } },
      },
      () => ({ body: { access_token: 'abc' } }),
    );
    const answer = await ask('POST', '/api/login', json({ email: 'a@b.c', password: 'p' }));
    expect(answer).toMatchObject({ status: 200, body: { data: { token: 'abc' } } });
  });

  it('keeps the rows that belong to an answer, over all pages', async () => {
    const page = (path: string) => Number(new URL(path, 'http://x').searchParams.get('p'));
    const { ask, asked } = hostOf(
      {
        envelope: {
          success: { at: 'ok', is: [true] },
          list: 'payload',
          one: 'payload',
          total: 'header:X-Total',
          per_page: 'size',
          paging: { page: 'p', first: 0 },
        },
        calls: { getProjects: { path: '/works', keep: { category_id: '{id}' } } },
        fields: { project: { title: 'name', category_id: 'group' } },
      },
      ({ path }) => ({
        body: { ok: true, size: 10, payload: rows.slice(page(path) * 10, page(path) * 10 + 10) },
        headers: { 'x-total': '23' },
      }),
    );
    const { body } = await ask('GET', '/api/getProjects/2?page=2');
    expect(asked.map(({ path }) => path)).toEqual([
      '/cms/v2/works?p=0',
      '/cms/v2/works?p=1',
      '/cms/v2/works?p=2',
    ]);
    expect(body).toMatchObject({ data: { current_page: 2, last_page: 2, total: 11 } });
    expect((body as { data: { data: { id: number }[] } }).data.data.map(({ id }) => id)).toEqual([22]);
  });

  it('says no with 200', async () => {
    const file = {
      envelope: {
        success: { at: 'ok', is: [true] },
        message: 'msg',
        errors: 'fields',
        status: { at: 'code', means: { AUTH: 401 } },
      },
      calls: {
        blogs: { path: '/news' },
        saveBlog: { path: '/news/save', body: { blog_title: 'title' }, send: 'urlencoded' },
      },
    };
    const { ask, asked } = hostOf(file, ({ method }) => ({
      body:
        method === 'GET'
          ? { ok: false, code: 'AUTH', msg: 'Log in.' }
          : { ok: false, msg: 'No.', fields: { title: 'Too short.' } },
    }));
    expect(await ask('GET', '/api/blogs')).toMatchObject({
      status: 401,
      body: { status: 0, message: 'Log in.' },
    });
    expect(await ask('POST', '/api/saveBlog', form({ blog_title: 'A & B', description: 'x' }))).toMatchObject(
      { status: 422, body: { errors: { blog_title: ['Too short.'] } } },
    );
    expect(sentOf(asked[1])).toBe('title=A+%26+B');
    await expect(
      ask('POST', '/api/saveBlog', form({ blog_title: 'A' }, { blog_image: '/tmp/x' })),
    ).resolves.toMatchObject({ status: 422 });
  });

  it('takes JSON where we have a form, with its own types, and no files', async () => {
    const file = {
      booleans: 'booleans',
      calls: {
        saveBlog: {
          method: 'PUT',
          path: '/a',
          send: 'json',
          body: { blog_title: 'meta.headline', is_active: 'isPublished', blog_image: 'cover' },
        },
      },
    };
    const { ask, asked } = hostOf(file, () => ({ body: { status: 1 } }));
    await ask('POST', '/api/saveBlog', form({ blog_title: 'A', is_active: '1', description: 'x' }));
    expect(JSON.parse(sentOf(asked[0]))).toEqual({ meta: { headline: 'A' }, isPublished: true });
    await expect(
      ask('POST', '/api/saveBlog', form({ blog_title: 'A' }, { blog_image: '/tmp/x' })),
    ).rejects.toMatchObject({
      code: 'host.takesNoFiles',
      status: 422,
      fields: { blog_image: [expect.stringMatching('no files')] },
    });
  });

  it('says null of what it does not know', async () => {
    const file = { calls: { singleJob: { path: '/jobs/{id}' } } };
    const job = { id: 1, title: 'Editor', slug: 'editor', department: null, closes_at: null };
    const { ask } = hostOf(file, () => ({ body: { data: job } }));
    expect((await ask('GET', '/api/singleJob/1')).body).toMatchObject({
      data: { title: 'Editor', department: '', openings: 1, salary_min: null, closes_at: null },
    });
  });

  it('says a thing in one place or another', async () => {
    const file = {
      calls: { singlePost: { path: '/posts/{id}' } },
      fields: {
        blog: { blog_title: { at: ['title.en', 'title.de'] }, created_at: { at: ['published', 'made'] } },
      },
    };
    const made = '2026-05-01T00:00:00.000Z';
    const { ask } = hostOf(file, () => ({
      body: { data: { id: 1, title: { en: '', de: 'Licht' }, published: null, made } },
    }));
    expect((await ask('GET', '/api/singlePost/1')).body).toMatchObject({
      data: { blog_title: 'Licht', created_at: made },
    });
  });

  it('takes no empty address: what is empty is left out of a form, and null in JSON', async () => {
    const address = { project_url: { at: 'url', values: { '': null } } };
    const call = { path: '/works', body: { title: 'title', project_url: 'url' } };
    const given = form({ title: 'A', project_url: '' });
    const sent = async (send: string) => {
      const { ask, asked } = hostOf(
        { fields: { project: address }, calls: { addProject: { ...call, send } } },
        () => ({ body: { status: 1 } }),
      );
      await ask('POST', '/api/addProject', given);
      return sentOf(asked[0]);
    };
    expect(await sent('urlencoded')).toBe('title=A');
    expect(await sent('json')).toBe('{"title":"A","url":null}');
  });

  it('attributes texts of a host that names no fields', async () => {
    const file = {
      envelope: { message: 'message' },
      calls: { saveBlog: { path: '/a', body: { blog_title: 'headline' } } },
    };
    const { ask } = hostOf(file, () => ({
      status: 400,
      body: { message: ['headline must be longer', 'other'] },
    }));
    expect(await ask('POST', '/api/saveBlog', form({ blog_title: 'A' }))).toMatchObject({
      status: 422,
      body: { message: 'headline must be longer other', errors: { blog_title: ['headline must be longer'] } },
    });
  });

  it('takes into one text what it has no field for', async () => {
    const call = {
      path: '/contact',
      body: { name: 'who', email: 'mail' },
      add_body: { text: '{subject}\n\n{message}\n{phone} {other}', source: 'site' },
    };
    const { ask, asked } = hostOf({ calls: { contactUs: call } }, () => ({ status: 201, headers: noType }));
    const said = { name: 'A', email: 'a@b.c', subject: 'Hello', message: 'A letter', website: '' };
    expect(await ask('POST', '/api/contactUs', json(said))).toMatchObject({
      status: 200,
      body: { status: 1 },
    });
    expect(JSON.parse(sentOf(asked[0]))).toEqual({
      ...{ who: 'A', mail: 'a@b.c', source: 'site' },
      text: 'Hello\n\nA letter\n {other}',
    });
  });

  it('finds a thing by what the query says of it', async () => {
    const file = {
      preset: 'array',
      calls: { getProjectCategory: { path: '/groups' }, getCategoryByTitle: { in: 'getProjectCategory' } },
      fields: { category: { title: 'name' } },
    };
    const { ask } = hostOf(file, () => ({ body: rows }));
    expect((await ask('GET', '/api/getCategoryByTitle?title=n7')).body).toMatchObject({ data: { id: 7 } });
    await expect(ask('GET', '/api/getCategoryByTitle?title=None')).rejects.toMatchObject({ status: 404 });
  });

  it('is asked no more often than it says in a minute', async () => {
    const { ask, asked, upstream } = hostOf({ ...posts, calls_per_minute: 10 }, () => ({
      body: { data: [], meta: {} },
    }));
    for (let call = 0; call < 8; call += 1) await ask('GET', '/api/activeBlogs');
    expect(upstream.mayRefresh()).toBe(false);
    await expect(ask('GET', '/api/activeBlogs')).rejects.toMatchObject({
      code: 'upstream.busy',
      status: 503,
      headers: { 'Retry-After': '60' },
    });
    await ask('GET', '/api/blogs', json({}));
    await ask('GET', '/api/blogs', json({}));
    await expect(ask('GET', '/api/blogs', json({}))).rejects.toMatchObject({ code: 'upstream.busy' });
    expect(asked).toHaveLength(10);
  });
});
