// @module-tag deep/hosts: the doctor proposes host.json for foreign hosts
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageOf, run, startHost, token } from './support/unknown-host.ts';

/** A host that puts a slash behind its paths, counts rows and not pages, takes `Token …`, and describes its writes. */
function slashedHost() {
  const stories = [1, 2, 3, 4, 5].map((id) => ({
    id,
    subject: `Story ${id}`,
    copy: '<p>Once</p>',
    featured_image: `https://cdn.example.org/${id}.jpg`,
    status: id === 4 ? 'draft' : 'published',
    created: '2026-05-01 10:00:00',
  }));
  const topics = [{ id: 1, label: 'Film', picture: '/static/film.png' }];
  const isMe = (headers: Record<string, unknown>) => headers.authorization === `Token ${token}`;
  const led = (path: string) => () => ({ status: 301, headers: { location: path } });
  const texts = { subject: { type: 'string' }, copy: { type: 'string' }, status: { type: 'string' } };
  const form = { content: { 'multipart/form-data': { schema: { $ref: '#/components/schemas/Story' } } } };
  const document = {
    openapi: '3.0.0',
    paths: {
      '/v1/stories/': { get: {}, post: { requestBody: form } },
      '/v1/stories/{pk}/': { get: {}, patch: { requestBody: form }, delete: {} },
      '/v1/stories/all/': { get: {} },
      '/v1/topics/': { get: {} },
      '/v1/topics/{pk}/': { get: {} },
      '/v1/auth/login/': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { properties: { email: {}, password: {} } } } },
          },
        },
      },
      '/v1/contact/': {
        post: {
          requestBody: {
            content: {
              'application/json': { schema: { properties: { full_name: {}, email: {}, text: {} } } },
            },
          },
        },
      },
    },
    components: {
      schemas: { Story: { properties: { ...texts, hero: { type: 'string', format: 'binary' } } } },
    },
  };
  return startHost({
    'GET /openapi.json': () => ({ body: document }),
    'GET /v1/stories': led('/v1/stories/'),
    'GET /v1/stories/': (query) =>
      pageOf(
        query,
        stories.filter(({ status }) => status === 'published'),
      ),
    'GET /v1/stories/all/': (query, headers) =>
      isMe(headers) ? pageOf(query, stories) : { status: 401, body: { detail: 'No.' } },
    'GET /v1/stories/1/': () => ({ body: stories[0] }),
    'GET /v1/topics/': (query) => pageOf(query, topics),
    'GET /v1/topics/1/': () => ({ body: topics[0] }),
    'GET /static/film.png': () => ({ headers: { 'content-type': 'image/png' } }),
    'HEAD /static/film.png': () => ({ headers: { 'content-type': 'image/png' } }),
    'POST /v1/auth/login/': () => ({ body: { key: token } }),
  });
}

it('a host with a document of its own is proposed by it, asked through what is proposed, and the file written for nobody else to read', async () => {
  const { url, asked } = await slashedHost();
  const { code, again, out, told, dataDir } = await run(`${url}/v1`, { zone: 'Asia/Karachi', write: true });
  expect(told()).toMatch(/^Ready: /m);
  expect(code).toBe(0);
  const path = join(dataDir, 'host.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const file = JSON.parse(await readFile(path, 'utf8'));
  expect(file).toMatchObject({
    root: `${url}/v1`,
    envelope: { list: 'results', total: 'count', paging: { page: 'page', first: 1, size: 2 } },
    dates: { zone: 'Asia/Karachi', write: 'sql' },
    token: { from: { body: 'key' }, send: { header: 'Authorization', prefix: 'Token ' } },
    media: { origins: { cdn: 'https://cdn.example.org' }, paths: ['/static'] },
    fields: {
      blog: {
        blog_title: 'subject',
        description: 'copy',
        is_active: { at: 'status', values: { 1: 'published', 0: 'draft' } },
      },
    },
    calls: {
      blogs: { path: '/stories/all/' },
      activeBlogs: { path: '/stories/' },
      singlePost: { path: '/stories/{id}/' },
      saveBlog: {
        path: '/stories/',
        body: { blog_title: 'subject', description: 'copy', is_active: 'status', blog_image: 'hero' },
      },
      editBlog: { method: 'PATCH', path: '/stories/{blog_id}/' },
      contactUs: { path: '/contact/', body: { name: 'full_name', email: 'email', message: 'text' } },
    },
  });
  expect(asked.filter((line) => !/^(GET|HEAD|OPTIONS) /.test(line))).toEqual(['POST /v1/auth/login/']);
  expect(`${out()}${told()}${JSON.stringify(file)}`).not.toMatch(new RegExp(`${token}|correct horse`));
  // What somebody has edited by hand is not written over unasked, and nothing is asked for that.
  const count = asked.length;
  await expect(again()).rejects.toThrow('say --force');
  expect(asked).toHaveLength(count);
});

/** A host that keeps back pictures and what things belong to until asked, and gives the oldest first. */
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
        description: { at: 'content', format: 'markdown' },
        is_active: { at: 'publishedAt', values: { 0: null } },
      },
      project: { images: 'images.data', category_id: 'category.data.id' },
      project_image: { image: 'attributes.url' },
      job: {
        salary_min: 'salary.min',
        salary_max: 'salary.max',
        description: { at: 'description', format: 'markdown' },
      },
    },
    calls: {
      activeBlogs: { path: '/posts', add_query: { ...add_query, sort: 'createdAt:desc' } },
      singlePost: { path: '/posts/{id}', add_query },
      getProjects: { path: '/projects', add_query, query: { id: 'filters[category][id]' } },
      getSingleProject: { path: '/projects/{id}', add_query },
      // Nothing more came of asking.
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
  expect(calls.getProjectCategory).not.toHaveProperty('add_query');
  expect(calls.singlePost.add_query).toEqual(add_query);
  expect(calls.saveBlog).not.toHaveProperty('add_query');
  expect(calls.saveBlog.body).not.toHaveProperty('is_active');
});

/** A host whose document stands above its path, with names in its own case, bare file names, and PUT that replaces. */
function pascalHost() {
  const articles = [1, 2].map((id) => ({
    id,
    title: `Article ${id}`,
    summary: 'In short',
    htmlBody: `<p>Once</p><img src="/studio/content/pics/in-${id}.png">`,
    coverImage: `${id}.png`,
    createdOn: `2026-05-0${3 - id}T10:00:00`,
    modifiedOn: id === 1 ? null : '2026-06-01T10:00:00',
  }));
  const groups = [{ id: 1, name: 'Film', iconImage: 'film.png' }];
  const works = [
    {
      id: 1,
      title: 'Salt',
      summary: 'Short',
      htmlDescription: '<p>Made</p>',
      categoryId: 1,
      images: ['a.png'],
    },
  ];
  const posts = [
    { id: 1, title: 'Cutter', htmlDescription: '<p>You cut</p>', employmentType: 'Internship' },
    { id: 2, title: 'Typist', htmlDescription: '<p>You type</p>', employmentType: 'FullTime' },
  ];
  const applications = [
    { id: 1, fullName: 'Noor', email: 'noor@example.com', status: 'Reviewed', vacancyId: 1 },
  ];
  const text = { type: 'string' };
  const file = { type: 'string', format: 'binary' };
  const form = (properties: object) => ({
    requestBody: { content: { 'multipart/form-data': { schema: { properties } } } },
  });
  const article = form({
    Title: text,
    Summary: text,
    HtmlBody: text,
    CoverImage: file,
    RemoveCoverImage: text,
  });
  const work = form({ Title: text, Summary: text, HtmlDescription: text, ClientName: text, Images: file });
  const signIn = {
    requestBody: {
      content: { 'application/json': { schema: { properties: { userName: {}, password: {} } } } },
    },
  };
  const lists = { articles, categories: groups, projects: works, vacancies: posts };
  const document = {
    servers: [{ url: '/studio' }],
    paths: {
      ...Object.fromEntries(
        Object.keys(lists).flatMap((name) => [
          [`/api/v2/${name}`, { get: {} }],
          [`/api/v2/${name}/{id}`, { get: {} }],
        ]),
      ),
      '/api/v2/articles': { get: { parameters: [{ in: 'query', name: 'includeDrafts' }] } },
      '/api/v2/articles/{id}': { get: {}, put: article },
      '/api/v2/projects/{id}': { get: {}, put: work },
      '/api/v2/account/login': { post: signIn },
      '/api/v2/applications': {
        get: {},
        post: form({ VacancyId: text, FullName: text, Email: text, Resume: file }),
      },
      '/api/v2/applications/{id}/status': { put: form({ Status: text }) },
      '/api/v2/applications/{id}/resume': { get: {} },
    },
  };
  const answers = Object.entries(lists).flatMap(([name, rows]) => [
    [`GET /studio/api/v2/${name}`, () => ({ body: { items: rows, totalCount: rows.length } })] as const,
    ...rows.map((row) => [`GET /studio/api/v2/${name}/${row.id}`, () => ({ body: row })] as const),
  ]);
  const picture = () => ({ headers: { 'content-type': 'image/png' } });
  return startHost({
    ...Object.fromEntries(answers),
    ...Object.fromEntries(
      ['1', 'film', 'a'].map((name) => [`HEAD /studio/content/pics/${name}.png`, picture] as const),
    ),
    'GET /studio/swagger/v2/swagger.json': () => ({ body: document }),
    'GET /studio/api/v2/applications': (_query, headers) =>
      headers.authorization ? { body: { items: applications } } : { status: 401, body: {} },
    // Drafts are shown to whoever is signed in and asks for them.
    'GET /studio/api/v2/articles': (query, headers) => {
      const isAll = query.get('includeDrafts') === 'true' && headers.authorization;
      const items = isAll ? [...articles, { ...articles[0], id: 3 }] : articles;
      return { body: { items, totalCount: items.length } };
    },
    'POST /studio/api/v2/account/login': () => ({
      body: { accessToken: token, user: { roles: ['User', 'Administrator'] } },
    }),
    'GET /studio/api/v2/account/me': (_query, headers) => ({
      status: headers.authorization ? 200 : 401,
      body: {},
    }),
  });
}

it('names in another case, bare file names and what was never changed are found, and what PUT would empty is said', async () => {
  const { url } = await pascalHost();
  const { code, out, told } = await run(`${url}/studio/api/v2`, { zone: 'Asia/Karachi' });
  expect(told()).not.toMatch(/ wrong +(GET|POST) /);
  expect(code).toBe(0);
  const base = '/studio/content/pics/';
  expect(JSON.parse(out())).toMatchObject({
    media: { paths: ['/studio/content'] },
    token: { user: { role: { at: 'user.roles', values: { owner: 'Administrator' } } } },
    fields: {
      blog: {
        description: 'htmlBody',
        excerpt: 'summary',
        blog_image: { at: 'coverImage', base },
        updated_at: { at: ['modifiedOn', 'createdOn'] },
      },
      category: { image: { at: 'iconImage', base } },
      project: { description: 'htmlDescription', excerpt: 'summary' },
      project_image: { image: { base } },
      job: { employment_type: { values: { INTERN: 'Internship', PART_TIME: 'PartTime' } } },
      applicant: { name: 'fullName', job_id: 'vacancyId', status: { values: { reviewing: 'Reviewed' } } },
    },
    calls: {
      login: { path: '/account/login', body: { email: 'userName' } },
      blogs: { path: '/articles', add_query: { includeDrafts: 'true' } },
      editBlog: {
        method: 'PUT',
        body: { blog_title: 'Title', description: 'HtmlBody', excerpt: 'Summary', blog_image: 'CoverImage' },
      },
      applyJobFor: {
        path: '/applications',
        body: { id: 'VacancyId', name: 'FullName', email: 'Email', cv: 'Resume' },
      },
      updateApplicantStatus: {
        method: 'PUT',
        path: '/applications/{id}/status',
        body: { status: 'Status' },
        send: 'multipart',
      },
      downloadCv: { path: '/applications/{id}/resume', query: { submission: null } },
      updateProject: { body: { description: 'HtmlDescription', excerpt: 'Summary', images: 'Images' } },
    },
  });
  expect(told()).toContain('calls.updateProject: PUT takes ClientName as well');
  expect(told()).not.toContain('calls.editBlog: PUT takes');
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
    'cursor',
    'POST /login answered 401',
    'a.png is a bare file name',
    'Not ready',
    'fields.blog.blog_title: no field of GET /posts looks like it (id, zz',
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
      body: [
        { id: 1, title: 'One', body: `<p><img src="${other.url}/a.png"></p>`, cover: `${other.url}/b.png` },
      ],
    }),
  });
  const { told: more } = await run(pictured.url);
  expect(more()).toContain('ask for https there, or name it with --media-origin');
  expect(other.asked).toEqual([]);
});
