import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { categoryPath } from '#shared/category-path.ts';
import { type Engine, withBothEngines } from '../../support/engines.ts';
import { blogForm, categoryForm, projectForm, sendForm, withTexts } from '../../support/forms.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { childrenOf, readXml, textOf } from '../../support/xml.ts';
import { goodJob } from '../resources/cases/jobs.ts';

const hostile = `</title></script> ]]> & "q" اردو`;
// With https, the browser of the test would not send the session cookie over its plain connection.
// The name is this machine's own: at a public one the invented company is hidden from search engines.
const origin = 'http://studio.localhost';

interface Made {
  post: number;
  hidden: number;
  project: number;
  openJob: number;
  draft: number;
}

/** Creates the public content of the site, and content that must not be found. */
async function fill({ admin, visitor }: Engine): Promise<Made> {
  const saveBlog = async (texts: Record<string, string>) => {
    await sendForm(admin.post('/api/saveBlog'), await blogForm(texts));
    const { body } = await admin.get('/api/blogs?page=1');
    return body.data.data.find((blog: { blog_title: string }) => blog.blog_title === texts.blog_title).id;
  };
  const post = await saveBlog({ blog_title: hostile, description: '<p>Words &amp; <b>more</b>.</p>' });
  const hidden = await saveBlog({ blog_title: 'Not yet', is_active: '0' });
  await sendForm(
    admin.post('/api/addProjectCategory'),
    withTexts(await categoryForm(), { title: 'UI/UX & film' }),
  );
  const categories = await visitor.get('/api/getProjectCategory?page=1');
  const category = categories.body.data.data.find(
    ({ title }: { title: string }) => title === 'UI/UX & film',
  ).id;
  await sendForm(admin.post('/api/addProject'), await projectForm(category));
  const projects = await visitor.get(`/api/getProjects/${category}?page=1`);
  const addJob = async (job: object) =>
    (await admin.post('/api/addJob').send({ ...goodJob, ...job })).body.data.id;
  return {
    post,
    hidden,
    project: projects.body.data.data[0].id,
    openJob: await addJob({ title: hostile, status: 'open' }),
    draft: await addJob({ title: 'Draft', status: 'draft' }),
  };
}

withBothEngines(
  (engine) => {
    let made: Made;
    beforeAll(async () => {
      made = await fill(engine);
    });
    const get = (path: string) => request(engine.app.url).get(path);

    test('the sitemap has every page that visitors can find, and no other', async () => {
      const { text, headers, status } = await get('/sitemap.xml');
      expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
      const urls = readXml(text).children;
      const paths = urls.map((url) => textOf(url, 'loc')?.replace(origin, ''));
      expect(paths).toEqual(
        expect.arrayContaining([
          '/',
          '/portfolio',
          '/publishing',
          '/careers/apply',
          `/view-blog/${made.post}`,
          categoryPath('UI/UX & film'),
          `/portfolioOne/${made.project}`,
          `/careers/apply/${made.openJob}`,
        ]),
      );
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths).not.toContain(`/view-blog/${made.hidden}`);
      expect(paths).not.toContain(`/careers/apply/${made.draft}`);
      expect(paths.filter((path) => !path || /^http|\/(admin|api)/.test(path))).toEqual([]);
      const post = urls.find((url) => textOf(url, 'loc')?.endsWith(`/view-blog/${made.post}`));
      expect(textOf(post, 'lastmod')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    });

    test('every page of the sitemap is there, and may be found', async () => {
      const { text } = await get('/sitemap.xml');
      for (const url of readXml(text).children) {
        const path = textOf(url, 'loc')?.replace(origin, '') ?? '';
        const page = await get(path).set('accept', 'text/html');
        expect([path, page.status]).toEqual([path, 200]);
        expect(page.text, path).not.toContain('content="noindex"');
        expect(page.text, path).toContain(`<link rel="canonical" href="${origin}${path}"/>`);
      }
    });

    test('the feed tells posts, whatever they are called', async () => {
      const { text, headers } = await get('/feed.xml');
      expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
      const [channel] = readXml(text).children;
      const items = childrenOf(channel, 'item');
      const item = items.find((each) => textOf(each, 'title') === hostile);
      expect(textOf(item, 'link')).toBe(`${origin}/view-blog/${made.post}`);
      expect(textOf(item, 'guid')).toBe(`${origin}/view-blog/${made.post}`);
      expect(textOf(item, 'description')).toBe('Words & more.');
      expect(new Date(textOf(item, 'pubDate') ?? '').getTime()).toBeGreaterThan(0);
      expect(items.map((each) => textOf(each, 'title'))).not.toContain('Not yet');
      expect(childrenOf(channel, 'atom:link')[0]?.attributes.href).toBe(`${origin}/feed.xml`);
    });

    test('the feed of jobs tells those that are open', async () => {
      const { text, headers } = await get('/jobs.xml');
      expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
      const items = childrenOf(readXml(text).children[0], 'item');
      const item = items.find((each) => textOf(each, 'title') === hostile);
      expect(textOf(item, 'link')).toBe(`${origin}/careers/apply/${made.openJob}`);
      expect(textOf(item, 'description')).toContain('Design · Peshawar, Pakistan · Hybrid · Full-time');
      expect(items.map((each) => textOf(each, 'title'))).not.toContain('Draft');
    });

    test.each([
      ['/robots.txt', 'text/plain; charset=utf-8', `Sitemap: ${origin}/sitemap.xml`],
      ['/.well-known/security.txt', 'text/plain; charset=utf-8', 'Contact: mailto:hello@naqsh.example'],
      ['/site.webmanifest', 'application/manifest+json; charset=utf-8', '"name":"Naqsh Studio"'],
    ])('%s is %s', async (path, type, words) => {
      const { text, headers, body } = await get(path).buffer(true);
      expect(headers['content-type']).toBe(type);
      expect(text ?? String(body)).toContain(words);
    });

    test('every icon that the manifest names is there, in its size', async () => {
      const answer = await fetch(`${engine.app.url}/site.webmanifest`);
      const manifest = (await answer.json()) as { icons: { src: string; type: string }[] };
      for (const { src, type } of manifest.icons) {
        expect((await get(src)).headers['content-type']).toBe(type);
      }
    });

    test.each(['/robots.txt', '/sitemap.xml', '/feed.xml', '/jobs.xml', '/site.webmanifest'])(
      '%s is read only, is not sent twice, and may be kept for a while',
      async (path) => {
        const { headers } = await get(path);
        expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
        expect(headers['x-content-type-options']).toBe('nosniff');
        const again = await get(path).set('if-none-match', headers.etag ?? '');
        expect([again.status, again.text]).toEqual([304, '']);
        const head = await request(engine.app.url).head(path);
        expect([head.status, head.headers['content-length']]).toEqual([200, headers['content-length']]);
        const post = await request(engine.app.url).post(path).set('x-csrf', '1');
        expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
      },
    );

    test.each(['/Sitemap.xml', '/sitemap.xml/', '/feed.xml/x', '/robots.txt.bak', '/sitemap%2Exml'])(
      '%s is no such file',
      async (path) => {
        expect((await get(path).set('accept', 'application/json')).status).not.toBe(200);
      },
    );

    test('what an admin takes away is in none of them at the next request', async () => {
      const filed = async () => [(await get('/sitemap.xml')).text, (await get('/feed.xml')).text];
      const address = `/view-blog/${made.post}<`;
      for (const text of await filed()) expect(text).toContain(address);
      await engine.admin.post(`/api/deleteBlog/${made.post}`).expect(200);
      for (const text of await filed()) expect(text).not.toContain(address);
    });
  },
  { PUBLIC_URL: origin },
);

describe('when the API host fails', () => {
  let stub: StubUpstream;
  let app: TestApp;
  beforeAll(async () => {
    stub = await startStubUpstream();
    app = await startTestApp({ UPSTREAM_URL: stub.url, UPSTREAM_TIMEOUT_MS: '500' });
  });
  afterAll(async () => {
    await app?.close();
    await stub?.close();
  });

  test.each(['/sitemap.xml', '/feed.xml', '/jobs.xml', '/share/post/1.png'])(
    '%s says to come back, and is whole again with the host',
    async (path) => {
      stub.misbehave({ kind: 'answer', status: 500, body: 'SQLSTATE secret' });
      const answer = await request(app.url).get(path);
      stub.reset();
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '30']);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.text).not.toMatch(/SQLSTATE|127\.0\.0\.1/);
      const later = await request(app.url).get(path);
      expect(later.status).toBe(path.startsWith('/share') ? 404 : 200);
    },
  );

  test('a host that does not know our lists has an empty feed, and no broken one', async () => {
    stub.misbehave({
      kind: 'answer',
      status: 404,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const other = await startTestApp({ UPSTREAM_URL: stub.url });
    const { status, text } = await request(other.url).get('/jobs.xml');
    stub.reset();
    await other.close();
    expect(status).toBe(200);
    expect(childrenOf(readXml(text).children[0], 'item')).toEqual([]);
  });

  test('robots.txt and the manifest need no host', async () => {
    stub.misbehave({ kind: 'hang' });
    expect((await request(app.url).get('/robots.txt')).status).toBe(200);
    expect((await request(app.url).get('/site.webmanifest')).status).toBe(200);
    expect((await request(app.url).get('/share/studio.png')).status).toBe(200);
    stub.reset();
  });
});
