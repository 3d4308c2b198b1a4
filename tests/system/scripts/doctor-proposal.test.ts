// @module-tag deep/hosts: the doctor proposes host.json for foreign hosts
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { startContractLikeHost } from './support/contract-like-host.ts';
import { run, startHost, token } from './support/unknown-host.ts';
import { startWordpressHost } from './support/wordpress-host.ts';

const apps: TestApp[] = [];
afterAll(async () => {
  for (const app of apps.splice(0).reverse()) await app.close();
});

async function started(environment: Record<string, string>): Promise<TestApp> {
  const app = await startTestApp(environment);
  apps.push(app);
  return app;
}

const who = { email: 'ada@example.com', password: 'correct horse battery' };

it('the product itself is understood from its origin alone, so that another site runs in front of it', async () => {
  const engine = await started({
    SAMPLE_CONTENT: 'on',
    ADMIN_EMAIL: who.email,
    ADMIN_PASSWORD: who.password,
  });
  const { code, out, told, dataDir } = await run(engine.url, {}, who.password);
  expect(told()).toMatch(/^Ready: /m);
  expect(code).toBe(0);
  const file = JSON.parse(out());
  expect(file).toMatchObject({
    unnamed: 'as_contract',
    // The host accepts no write without this header, and its refusal names it.
    headers: { 'x-csrf': '1' },
    token: { from: { cookie: 'studio_session' }, send: { cookie: 'studio_session' } },
    calls: {
      activeBlogs: 'as_contract',
      getProjects: 'as_contract',
      singleJob: 'as_contract',
      contactUs: 'as_contract',
    },
  });
  expect(file.fields).toBeUndefined();
  await writeFile(join(dataDir, 'host.json'), out(), { mode: 0o600 });
  const site = await started({ DATA_DIR: dataDir });
  const visitor = visit(site);
  for (const page of ['/publishing', '/careers', '/team', '/portfolio'])
    expect((await visitor.get(page).accept('text/html')).status, page).toBe(200);
  const { agent } = await signIn(site, who);
  const posts = await agent.get(callPath(contract.blogs));
  expect(posts.body.data.total, posts.text).toBeGreaterThan(1);
});

it('a host of the contract with habits of its own needs a few lines, and a draft is saved, changed and deleted through them', async () => {
  const { url, asked } = await startContractLikeHost();
  const { code, out, told } = await run(
    `${url}/backend`,
    { zone: 'Asia/Karachi', 'try-writes': true },
    who.password,
  );
  expect(told()).toMatch(/^Ready: /m);
  expect(code).toBe(0);
  expect(JSON.parse(out())).toMatchObject({
    '//': [expect.stringMatching(/^calls: OPTIONS does not show/), expect.stringMatching(/^admins: /)],
    ...{ root: `${url}/backend`, unnamed: 'as_contract', preset: 'array', booleans: 'booleans' },
    envelope: {
      ...{ message: 'error.text', list: 'payload.rows', one: 'payload' },
      ...{ page: 'payload.page', last_page: 'payload.pages', total: 'payload.count' },
      paging: { page: 'page', first: 1 },
    },
    dates: { zone: 'Asia/Karachi', write: 'sql' },
    token: {
      ...{ from: { body: 'payload.session.accessToken' }, send: { header: 'X-Auth-Token' } },
      user: { name: 'payload.user.name' },
    },
    media: { paths: ['/backend/files'] },
    fields: {
      ...{ category: { id: 'uuid' }, logo: { id: 'uuid' } },
      blog: { '//': [expect.any(String), 'blog_title: "Post 1"'], id: 'uuid', blog_title: 'headline' },
    },
    calls: { activeBlogs: 'as_contract', login: { path: '/api/login' }, logout: { path: '/api/logout' } },
  });
  expect(told()).toContain('file names alone');
  for (const step of [
    'save a draft with a picture',
    'find it',
    'change it',
    'read it as it was changed',
    'delete it',
  ])
    expect(told()).toMatch(new RegExp(`✓ there +${step}`));
  expect(asked.length).toBeLessThan(70);
  const post = '/backend/api/deleteBlog/3f2a0000-0000-4000-8000-000000000009';
  expect(new Set(asked.filter((line) => !/^(GET|HEAD|OPTIONS) /.test(line)))).toEqual(
    new Set(
      ['login', 'saveBlog', 'editBlog', 'logout']
        .map((name) => `POST /backend/api/${name}`)
        .concat(`POST ${post}`),
    ),
  );
});

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

it('a list with a slash at its end, a sign-in that names its field, another word before the token, and writes that OPTIONS allows (Django REST framework)', async () => {
  const rows = [1, 2].map((id) => ({
    ...{ id, title: `Post ${id}`, body: '<p>Once</p>', is_published: id === 1 },
    cover: { id: 70 + id, url: `/files/${id}.png` },
  }));
  const allow = (methods: string) => () => ({ status: 204, headers: { allow: methods } });
  const { url } = await startHost({
    'GET /posts': () => ({ status: 301, headers: { location: '/posts/' } }),
    'GET /posts/': (_query, { authorization }) => {
      const results = authorization === `Token ${token}` ? rows : rows.slice(0, 1);
      return { body: { count: results.length, next: null, results } };
    },
    'GET /posts/1/': () => ({ body: rows[0] }),
    'OPTIONS /posts/': allow('GET, POST'),
    'OPTIONS /posts/1/': allow('GET, PATCH, DELETE'),
    'POST /token/': (_query, _headers, body) =>
      body.includes('username')
        ? { body: { token } }
        : { status: 400, body: { username: ['This field is required.'] } },
  });
  const { out, told } = await run(url, { login: '/token/', email: 'ada@example.com' });
  expect(JSON.parse(out())).toMatchObject({
    envelope: { list: 'results' },
    token: { send: { header: 'Authorization', prefix: 'Token ' } },
    calls: {
      login: { path: '/token/', body: { email: 'username', password: 'password' } },
      activeBlogs: { path: '/posts/' },
      singlePost: { path: '/posts/{id}/' },
      saveBlog: {
        ...{ '//': expect.stringContaining('OPTIONS allows it'), path: '/posts/', send: 'json' },
        body: { blog_title: 'title', description: 'body', is_active: 'is_published' },
      },
      editBlog: { method: 'PATCH', path: '/posts/{blog_id}/' },
      deleteBlog: { method: 'DELETE', path: '/posts/{id}/' },
    },
  });
  // The picture is sent separately and referred to by its id, so it is not in the form.
  expect(JSON.parse(out()).calls.saveBlog.body).not.toHaveProperty('blog_image');
  expect(told()).toContain('set media.upload and "uploads"');
});

/** A host that returns pictures and relations only on request, and lists the oldest first. */
function strapiHost() {
  const none = (status: number, name: string) => ({ status, body: { data: null, error: { status, name } } });
  const media = (id: number) => ({
    id: 50 + id,
    attributes: { name: `${id}.png`, formats: null, url: `/uploads/${id}.png` },
  });
  const posts = [1, 2, 3, 4].map((id) => ({
    attributes: {
      title: `Post ${id}`,
      content: 'Once **more**',
      createdAt: `2026-05-0${id}T10:00:00Z`,
      publishedAt: id === 4 ? null : `2026-05-0${id}T11:00:00Z`,
    },
    more: { cover: { data: id === 1 ? null : media(id) } },
    id,
  }));
  const works = [1, 2, 3].map((id) => ({
    attributes: { title: `Work ${id}`, description: '<p>Made</p>', order: id },
    more: {
      images: { data: id === 3 ? null : [media(id), media(id + 10)] },
      category: { data: { id: id === 1 ? 1 : 2, attributes: { name: 'Film' } } },
    },
    id,
  }));
  const topics = [1, 2].map((id) => ({ attributes: { name: `Topic ${id}` }, more: {}, id }));
  const jobs = [
    {
      attributes: { title: 'Cutter', type: 'full-time', description: 'You\n- cut\n- cut more' },
      more: { salary: { id: 1, min: 5, max: 9 } },
      id: 1,
    },
  ];
  type Row = { id: number; attributes: object; more: object };
  const shown = (query: URLSearchParams, { id, attributes, more }: Row) => ({
    id,
    attributes: { ...attributes, ...(query.get('populate') === '*' && more) },
  });
  const listOf = (rows: readonly Row[]) => (query: URLSearchParams, headers: Record<string, unknown>) => {
    const wanted = query.get('filters[category][id]');
    const hasDrafts = query.get('publicationState') === 'preview' && headers.authorization !== undefined;
    const own = rows
      .filter(
        ({ attributes }) => hasDrafts || !('publishedAt' in attributes && attributes.publishedAt === null),
      )
      .filter(
        ({ more }) => !wanted || String((more as { category: { data: Row } }).category.data.id) === wanted,
      );
    if (query.get('sort')?.endsWith(':desc')) own.reverse();
    const page = Number(query.get('pagination[page]') ?? 1);
    const pagination = { page, pageSize: 2, pageCount: Math.ceil(own.length / 2), total: own.length };
    return {
      body: {
        data: own.slice(page * 2 - 2, page * 2).map((row) => shown(query, row)),
        meta: { pagination },
      },
    };
  };
  const answers = Object.entries({ posts, projects: works, categories: topics, jobs }).flatMap(
    ([name, rows]) => [
      [`GET /api/${name}`, listOf(rows)] as const,
      ...rows.map(
        (row) =>
          [
            `GET /api/${name}/${row.id}`,
            (query: URLSearchParams) => ({ body: { data: shown(query, row) } }),
          ] as const,
      ),
    ],
  );
  return startHost(
    {
      ...Object.fromEntries(answers),
      'POST /api/auth/local': () => ({ body: { jwt: token, user: { id: 1, email: 'ada@example.com' } } }),
      'GET /api/auth/local': () => none(405, 'MethodNotAllowedError'),
      'GET /api/users/me': (_query, headers) =>
        headers.authorization ? { body: { id: 1 } } : none(403, 'ForbiddenError'),
    },
    none(404, 'NotFoundError'),
  );
}

it('a host that leaves out pictures and relations is asked for them, and written to as it reads', async () => {
  const { url } = await strapiHost();
  const { code, out, told } = await run(url);
  expect(told()).not.toMatch(/ wrong +(GET|POST) /);
  expect(code).toBe(0);
  const add_query = { populate: '*' };
  expect(JSON.parse(out())).toMatchObject({
    media: { paths: ['/uploads'] },
    fields: {
      blog: {
        blog_image: 'cover.data.attributes.url',
        description: 'content',
        is_active: { at: 'publishedAt', values: { 0: null } },
      },
      project: { images: 'images.data', category_id: 'category.data.id' },
      project_image: { image: 'attributes.url' },
      job: {
        salary_min: 'salary.min',
        salary_max: 'salary.max',
      },
    },
    calls: {
      activeBlogs: { path: '/posts', add_query: { ...add_query, sort: 'createdAt:desc' } },
      singlePost: { path: '/posts/{id}', add_query },
      getProjects: { path: '/projects', add_query, query: { id: 'filters[category][id]' } },
      getSingleProject: { path: '/projects/{id}', add_query },
      getProjectCategory: { path: '/categories' },
      saveBlog: {
        path: '/posts',
        json_part: 'data',
        body: { blog_title: 'title', description: 'content', blog_image: 'files.cover' },
      },
      editBlog: { method: 'PUT', path: '/posts/{blog_id}', json_part: 'data' },
      addProject: { path: '/projects', body: { category_id: 'category', images: 'files.images' } },
      addJob: { path: '/jobs', body: { title: 'data.title', salary_min: 'data.salary.min' } },
    },
  });
  const { calls } = JSON.parse(out());
  expect(calls.singlePost.add_query).toEqual(add_query);
  expect(calls.saveBlog).not.toHaveProperty('add_query');
  expect(calls.saveBlog.body).not.toHaveProperty('is_active');
});

it('what a host lacks is named, and nothing is called ready that nobody has seen', async () => {
  const { url, asked } = await startHost({
    'GET /posts': () => ({
      body: {
        data: [{ id: 1, zz: 'One', body: '<p>x</p>', cover: 'a.png', created: '2026-05-01T10:00:00Z' }],
        next_cursor: 'abc',
      },
    }),
    'GET /posts/1': () => ({ body: { id: 1, zz: 'One', body: '<p>x</p>' } }),
    'POST /login': () => ({ status: 401, body: { message: 'Wrong: correct horse' } }),
    'OPTIONS /login': () => ({ status: 204, headers: { allow: 'POST' } }),
  });
  const { code, out, told } = await run(url);
  expect(code).toBe(1);
  for (const words of [
    'POST /login answered 401',
    'Not ready',
    'data.data.0.blog_title',
    'no open positions are listed anywhere',
  ])
    expect(told()).toContain(words);
  expect(told()).not.toContain('correct horse');
  expect(JSON.parse(out())).toMatchObject({ calls: { activeBlogs: { path: '/posts' } } });
  expect(asked.filter((line) => line.startsWith('POST'))).toEqual(['POST /login']);
});

it('nothing is asked of another origin, neither by a redirect nor by an address in an answer', async () => {
  const other = await startHost({});
  const { url } = await startHost({
    'GET /': () => ({ status: 302, headers: { location: `${other.url}/x` } }),
  });
  const { code, told } = await run(url);
  expect(code).toBe(1);
  expect(told()).toContain('redirects to another origin are not followed');
  const pictured = await startHost({
    'GET /posts': () => ({
      body: [{ id: 1, title: 'One', body: `<p><img src="${other.url}/a.png"></p>` }],
    }),
  });
  const { told: more } = await run(pictured.url);
  expect(more()).toContain(`${other.url} `);
  expect(other.asked).toEqual([]);
});

it('pages that count from 0, pictures without an ending and a token under another name are known by what they look like', async () => {
  const articles = Array.from({ length: 7 }, (_, at) => ({
    ...{ id: `a-${at}`, headline: `Article ${at}`, bodyHtml: '<p>x</p>' },
    ...{
      coverImage: { id: `p-${at}`, url: `/v1/assets/p-${at}/content` },
      createdAt: `2026-05-0${7 - at}T10:00:00Z`,
    },
  }));
  const session = { credentials: { type: 'Bearer', value: token }, expiresAt: '2026-12-01T10:00:00.000Z' };
  const { url, asked } = await startHost({
    'GET /v1/articles': (query) => {
      const number = Number(query.get('page') ?? 0);
      const content = articles.slice(number * 3, number * 3 + 3);
      return { body: { content, page: { number, size: 3, totalElements: 7, totalPages: 3 } } };
    },
    'GET /v1/people': () => ({ body: { content: [{ id: 'm-1', fullName: 'Ada', portrait: 'ada.png' }] } }),
    'POST /v1/auth': () => ({
      status: 201,
      body: { account: { id: '3f2a0000-0000-4000-8000-000000000009' }, session },
    }),
  });
  const { out, told } = await run(`${url}/v1`, { login: '/v1/auth' });
  const file = JSON.parse(out());
  expect(file.envelope.paging, told()).toEqual({ page: 'page', first: 0 });
  expect(asked).toContain('GET /v1/articles?page=1');
  expect(file.token).toMatchObject({ from: { body: 'session.credentials.value' } });
  expect(file.fields.blog.blog_image).toBe('coverImage.url');
  expect(file.media.paths).toEqual(['/v1/assets']);
  expect(file.media.origins).toBeUndefined();
});
