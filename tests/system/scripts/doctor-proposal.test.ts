// @module-tag deep/hosts: the doctor proposes host.json for foreign hosts
import { expect, it } from 'vitest';
import { run, startHost, token } from './support/unknown-host.ts';

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
