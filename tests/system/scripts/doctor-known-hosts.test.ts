// @module-tag deep/hosts: the doctor proposes host.json for makes of hosts that it knows
import { expect, it } from 'vitest';
import { openHost } from '../../hosts/host.ts';
import { run, startHost, token } from './support/unknown-host.ts';
import { startWordpressHost } from './support/wordpress-host.ts';

it('a WordPress site is known by its index: its own types, the sign-in of its plugin, drafts, and writes as documented', async () => {
  const { url, asked, posts, media } = await startWordpressHost();
  const { code, out, told } = await run(url, { email: 'ada', 'try-writes': true });
  expect(told()).toMatch(/^Ready: /m);
  expect(code).toBe(0);
  expect(JSON.parse(out())).toMatchObject({
    root: `${url}/wp-json/wp/v2`,
    preset: 'array',
    dates: { zone: 'UTC', write: 'iso' },
    login_name: 'user_name',
    media: { paths: ['/wp-content'], upload: { path: '/media', send: 'raw' } },
    fields: {
      blog: {
        blog_title: 'title.rendered',
        is_active: { at: 'status', values: { 1: 'publish', 0: 'draft' } },
      },
      project: { category_id: 'project_category.0', images: '_embedded.wp:featuredmedia' },
      project_image: { image: 'source_url' },
    },
    calls: {
      login: { path: '/wp-json/jwt-auth/v1/token', from: 'origin', body: { email: 'username' } },
      blogs: { path: '/posts', add_query: { _embed: '1', status: 'any' } },
      getProjects: { path: '/project', query: { id: 'project_category' } },
      getProjectCategory: { path: '/project_category' },
      saveBlog: {
        path: '/posts',
        send: 'json',
        body: { blog_title: 'title', description: 'content', is_active: 'status' },
        uploads: { blog_image: 'featured_media' },
      },
      addProject: { uploads: { images: 'featured_media' } },
      addTeamMember: { body: { designation: 'acf.role' } },
      deleteBlog: { method: 'DELETE', path: '/posts/{id}' },
      deleteProjectCategory: { add_query: { force: 'true' } },
    },
  });
  expect(told()).toContain(' begins with the oldest record');
  expect(JSON.parse(out()).calls.updateProject).not.toHaveProperty('uploads');
  expect(media).toMatchObject([{ type: 'image/png', body: expect.stringContaining('PNG') }]);
  expect(told()).toMatch(/✓ there +its picture +draft-of-the-doctor\.png stays in its media/);
  for (const step of ['find it', 'change it', 'read it as it was changed', 'delete it'])
    expect(told()).toMatch(new RegExp(`✓ there +${step}`));
  expect(posts.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(asked.filter((line) => /posts\/20/.test(line) && line.startsWith('DELETE'))).toHaveLength(1);
});

/** A host whose lists have unusual names, below a separate path. */
function oddHost() {
  const rows = (title: string) =>
    [1, 2, 3].map((id) => ({ id, title: `${title} ${id}`, body: '<p>Once</p>', group_id: id < 3 ? 1 : 2 }));
  const list = (all: object[]) => (query: URLSearchParams) => {
    const page = Number(query.get('page') ?? 1);
    return { body: { entries: all.slice(page * 2 - 2, page * 2), total: all.length, page } };
  };
  const one = (all: { id: number }[]) => (_query: unknown, _headers: unknown, _body: string, id: string) => {
    const found = all.find((each) => String(each.id) === id);
    return found ? { body: { entry: found } } : { status: 404, body: { error: 'No such thing.' } };
  };
  const [writings, deeds, realms] = [rows('Writing'), rows('Deed'), rows('Realm')];
  return startHost({
    'GET /x/writings': list(writings),
    'GET /x/writings/*': one(writings),
    'GET /x/deeds': list(deeds),
    'GET /x/deeds/*': one(deeds),
    'GET /y/realms': list(realms),
    'GET /y/realms/*': one(realms),
    'POST /door': () => ({ body: { token } }),
  });
}

it('lists and a sign-in that were told are asked, each from the origin; nothing that was neither seen nor told is proposed', async () => {
  const { url } = await oddHost();
  const blind = await run(url);
  expect(blind.code).toBe(1);
  expect(blind.told()).toContain('--posts /path, --projects /path and --categories /path');
  const flags = {
    posts: ['/x/writings'],
    projects: ['/x/deeds'],
    categories: ['/y/realms'],
    login: '/door',
  };
  const { out, told } = await run(url, flags);
  const { calls, ...file } = JSON.parse(out());
  expect(file).toMatchObject({
    root: url,
    envelope: { list: 'entries', one: 'entry', paging: { page: 'page', first: 1 } },
  });
  expect(Object.keys(calls).sort()).toEqual(
    'activeBlogs blogs getProjectCategory getProjects getSingleCategory getSingleProject login logout singlePost'.split(
      ' ',
    ),
  );
  expect(calls).toMatchObject({
    singlePost: { path: '/x/writings/{id}' },
    getProjects: { keep: { category_id: '{id}' } },
    login: { path: '/door' },
  });
  expect(told()).toContain('calls.saveBlog, editBlog, deleteBlog: the calls are not known');
});

it('a path that is told has to be on the host', async () => {
  await expect(run('http://127.0.0.1:9', { posts: ['https://other.example/x'] })).rejects.toThrow(
    '--posts: must be a path',
  );
});

it('writes that OPTIONS allows are proposed, and so is a list with a slash at its end', async () => {
  const rows = [1, 2].map((id) => ({
    ...{ id, title: `Post ${id}`, body: '<p>Once</p>', is_published: true },
    cover: { id: 70 + id, url: `/files/${id}.png` },
  }));
  const allow = (methods: string) => () => ({ status: 204, headers: { allow: methods } });
  const { url } = await startHost({
    'GET /posts': () => ({ status: 301, headers: { location: '/posts/' } }),
    'GET /posts/': () => ({ body: { count: 2, next: null, results: rows } }),
    'GET /posts/1/': () => ({ body: rows[0] }),
    'OPTIONS /posts/': allow('GET, POST'),
    'OPTIONS /posts/1/': allow('GET, PATCH, DELETE'),
  });
  const { out, told } = await run(url);
  expect(JSON.parse(out())).toMatchObject({
    envelope: { list: 'results' },
    calls: {
      activeBlogs: { path: '/posts/' },
      singlePost: { path: '/posts/{id}/' },
      saveBlog: {
        ...{ path: '/posts/', send: 'json' },
        body: { blog_title: 'title', description: 'body', is_active: 'is_published' },
      },
      editBlog: { method: 'PATCH', path: '/posts/{blog_id}/' },
      deleteBlog: { method: 'DELETE', path: '/posts/{id}/' },
    },
  });
  expect(JSON.parse(out()).calls.saveBlog['//']).toContain('OPTIONS allows it');
  // The picture is sent separately and referred to by its id, so it is not in the form.
  expect(JSON.parse(out()).calls.saveBlog.body).not.toHaveProperty('blog_image');
  expect(told()).toContain('set media.upload and "uploads"');
});

it.each([
  ['laravel', '/api/v1', { zone: 'Europe/Berlin' }],
  ['json-api', '/jsonapi', { posts: ['/jsonapi/posts?sort=-published_at', '/jsonapi/admin/posts'] }],
] as const)(
  'the host of hosts/examples/%s.json is understood, and written to in its own way',
  async (name, path, options) => {
    const host = await openHost(name);
    const { admin, url } = host;
    try {
      const { posts, ...flags } = { posts: [`${path}/posts`, `${path}/admin/posts`], ...options };
      const { code, out, told } = await run(
        url + path,
        { ...flags, posts: [...posts], email: admin.email },
        admin.password,
      );
      const { calls, ...file } = JSON.parse(out());
      const isLaravel = name === 'laravel';
      // The sign-in of the other host is no usual one: its fields are inside of a JSON:API document.
      if (isLaravel) expect([code, told()]).toEqual([0, expect.stringMatching(/^Ready: /m)]);
      expect(told()).not.toContain(admin.password);
      expect(file).toMatchObject({
        envelope: isLaravel ? { list: 'data', last_page: 'meta.last_page' } : { fields_in: 'attributes' },
        fields: { blog: { blog_title: 'title', blog_image: 'cover', is_active: 'is_published' } },
        media: { paths: ['/storage'] },
      });
      expect(calls).toMatchObject(
        isLaravel
          ? {
              login: { add_body: { device_name: 'website' } },
              logout: { path: '/logout' },
              editBlog: { body: { blog_image: 'cover' }, add_body: { _method: 'PUT' } },
              getProjects: { keep: { category_id: '{id}' } },
              addProject: { body: { category_id: 'service_id', images: 'images[]' } },
            }
          : {
              getProjects: { query: { id: 'filter[service]' } },
              saveBlog: { send: 'json_api', add_body: { 'data.type': 'posts' } },
              editBlog: {
                method: 'PATCH',
                body: { blog_id: 'data.id', blog_title: 'data.attributes.title' },
              },
              addProject: {
                body: { category_id: 'data.relationships.service.data.id' },
                add_body: { 'data.relationships.service.data.type': 'services' },
              },
            },
      );
    } finally {
      await host.stop();
    }
  },
);

it('a sign-in that names its field in a refusal is sent again with it, and drafts show how the token is sent', async () => {
  const row = { id: 1, title: 'One', body: '<p>x</p>', is_published: true };
  const draft = { ...row, id: 2, is_published: false };
  const { url, asked } = await startHost({
    'GET /posts': (_query, { authorization }) => {
      const results = authorization === `Token ${token}` ? [row, draft] : [row];
      return { body: { count: results.length, results } };
    },
    'GET /posts/1': () => ({ body: row }),
    'POST /token/': (_query, _headers, body) =>
      body.includes('username')
        ? { body: { token } }
        : { status: 400, body: { username: ['This field is required.'] } },
  });
  const { out } = await run(url, { login: '/token/', email: 'ada@example.com' });
  expect(JSON.parse(out())).toMatchObject({
    calls: { login: { path: '/token/', body: { email: 'username', password: 'password' } } },
    token: { send: { header: 'Authorization', prefix: 'Token ' } },
  });
  expect(asked.slice(0, 20).filter((line) => line.startsWith('POST'))).toEqual([
    'POST /token/',
    'POST /token/',
  ]);
});

it('fields of German names are known too', async () => {
  const row = { id: 1, titel: 'Eins', inhalt: '<p>x</p>', bild: '/bilder/1.png', veroeffentlicht: true };
  const { url } = await startHost({
    'GET /beitraege': () => ({
      body: { daten: [{ ...row, erstellt_am: '2026-05-01T10:00:00Z' }], gesamt: 1 },
    }),
  });
  const { out } = await run(url, { posts: ['/beitraege'] });
  const { blog } = JSON.parse(out()).fields;
  expect(blog).toMatchObject({
    blog_title: 'titel',
    description: 'inhalt',
    blog_image: 'bild',
    is_active: 'veroeffentlicht',
  });
  expect(blog.created_at).toBe('erstellt_am');
});
