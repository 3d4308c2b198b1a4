// @module-tag deep/hosts: the doctor proposes host.json for hosts that answer the contract
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { startStubUpstream } from '../../support/stub-upstream.ts';
import { startContractLikeHost } from './support/contract-like-host.ts';
import { run, startHost, token } from './support/unknown-host.ts';

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

it('a host without content is not ready, and the report names what to add', async () => {
  const host = await startStubUpstream();
  try {
    const { code, told } = await run(host.url, { email: host.admin.email }, host.admin.password);
    expect(told()).toMatch(/Not ready.* Not checked: .*no list has a public post to test with/);
    expect(code).toBe(2);
    const refused = await run(host.url, { email: host.admin.email }, 'wrong');
    expect(refused.code).toBe(1);
    expect(refused.told()).toMatch(
      /answered 4\d\d: .*do not match our records[\s\S]*ask what a sign-in sends/,
    );
  } finally {
    await host.close();
  }
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

it('--login counts from the origin; the sign-out beside it is tried, and then that of the contract', async () => {
  const list = {
    body: { status: 1, data: { data: [{ id: 1, title: 'Film' }], current_page: 1, last_page: 1, total: 1 } },
  };
  const { url, asked } = await startHost({
    'GET /backend/api/getProjectCategory': () => list,
    'GET /backend/api/getSingleCategory/1': () => ({ body: { status: 1, data: { id: 1, title: 'Film' } } }),
    'GET /backend/api/blogs': () => ({ status: 401, body: {} }),
    'POST /backend/auth/login': () => ({ body: { token } }),
    'POST /backend/api/logout': () => ({ status: 204 }),
  });
  const { out } = await run(`${url}/backend/api`, { login: '/backend/auth/login' });
  const outside = ['POST /backend/auth/login', 'POST /backend/auth/logout', 'POST /backend/api/logout'];
  expect(asked.filter((line) => line.startsWith('POST ')).slice(0, 3)).toEqual(outside);
  expect(JSON.parse(out())).toMatchObject({
    root: `${url}/backend`,
    calls: { login: { path: '/auth/login' }, logout: { path: '/api/logout' } },
  });
});

it('a list of one page says nothing of how the next one is asked for: one that has more does', async () => {
  const post = (id: number) => ({ id, blog_title: `Post ${id}`, description: '<p>x</p>', is_active: 1 });
  // The host returns the last page for any page after it.
  const list = (rows: object[], size: number) => (query: URLSearchParams) => {
    const pages = Math.ceil(rows.length / size);
    const page = Math.min(Number(query.get('p') ?? 1), pages);
    return { body: { ok: true, rows: rows.slice(page * size - size, page * size), page, pages } };
  };
  const { url } = await startHost({
    'GET /api/getProjectCategory': list([{ id: 1, title: 'Film' }], 2),
    'GET /api/activeBlogs': list([1, 2, 3].map(post), 2),
    'GET /api/singlePost/1': () => ({ body: { ok: true, thing: post(1) } }),
  });
  const { out } = await run(url);
  expect(JSON.parse(out())).toMatchObject({
    unnamed: 'as_contract',
    envelope: { list: 'rows', page: 'page', last_page: 'pages', paging: { page: 'p', first: 1 } },
  });
});

it('a host with lists of the same names is not taken for one of the contract', async () => {
  const { url } = await startHost({
    'GET /api/posts': () => ({ body: [{ id: 1, title: 'One', body: '<p>x</p>' }] }),
    'GET /api/jobs': () => ({ body: [{ id: 1, title: 'Cutter' }] }),
    'GET /api/team': () => ({ body: [{ id: 1, name: 'Ada' }] }),
  });
  const { out } = await run(url);
  expect(JSON.parse(out())).not.toHaveProperty('unnamed');
  expect(JSON.parse(out()).calls.activeBlogs).toEqual({ path: '/posts' });
});
