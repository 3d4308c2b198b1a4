import sharp from 'sharp';
import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { categoryPath } from '#shared/category-path.ts';
import type { Id } from '#shared/id.ts';
import { withBothEngines } from '../../support/engines.ts';
import { blogEditForm, goodJob } from '../../support/forms.ts';
import { runSql } from '../../support/run-sql.ts';
import { stubSite } from '../../support/stub-site.ts';
import { childrenOf, readXml, textOf } from '../../support/xml.ts';
import { makeBlog, makeCategory, makeJob, makeProject } from '../resources/cases.ts';

const hostile = `</title></script> ]]> & "q" اردو`;
// With https, the browser of the test would not send the session cookie over its plain connection.
// The name is this machine's own: at a public one the invented company is hidden from search engines.
const origin = 'http://studio.localhost';

withBothEngines(
  (engine) => {
    const made: Record<string, Id> = {};
    beforeAll(async () => {
      const description = '<p>Words &amp; <b>more</b>.</p>';
      made.post = (await makeBlog(engine, { blog_title: 'First', description })).id;
      const form = await blogEditForm(made.post, { blog_title: hostile, description });
      await engine.admin.call('editBlog', form).expect(200);
      made.hidden = (await makeBlog(engine, { blog_title: 'Not yet', is_active: '0' })).id;
      made.category = (await makeCategory(engine, 'UI/UX & film')).id;
      made.project = (await makeProject(engine, { category_id: String(made.category) })).id;
      made.job = (await makeJob(engine, { title: hostile, status: 'open' })).id;
      made.draft = (await makeJob(engine, { title: 'Draft' })).id;
    });
    const get = (path: string) => request(engine.app.url).get(path);
    const itemsOf = async (path: string, page: string) => {
      const { text, headers } = await get(path);
      expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
      const [channel] = readXml(text).children;
      expect(childrenOf(channel, 'atom:link')[0]?.attributes.href).toBe(origin + path);
      expect([textOf(channel, 'link'), textOf(channel, 'language')]).toEqual([origin + page, 'en']);
      const items = childrenOf(channel, 'item');
      const texts = (name: string) => items.map((item) => textOf(item, name));
      return { texts, item: items.find((item) => textOf(item, 'title') === hostile) };
    };
    const picture = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(engine.app.url + path, { headers });
      const { status } = answer;
      return { status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
    };

    test('the sitemap has every page that visitors can find, each once, with its day, and no other', async () => {
      const { text, headers } = await get('/sitemap.xml');
      expect(headers['content-type']).toBe('application/xml; charset=utf-8');
      const urls = readXml(text).children;
      const paths = urls.map((url) => textOf(url, 'loc')?.replace(origin, '') ?? '');
      const lists = ['/', '/portfolio', '/publishing', '/careers/apply', categoryPath('UI/UX & film')];
      const own = [`/view-blog/${made.post}`, `/portfolioOne/${made.project}`, `/careers/apply/${made.job}`];
      expect(paths).toEqual(expect.arrayContaining([...lists, ...own]));
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths).not.toContain(`/view-blog/${made.hidden}`);
      expect(paths).not.toContain(`/careers/apply/${made.draft}`);
      const changed = (path: string) => textOf(urls[paths.indexOf(path)], 'lastmod');
      const updated = async (call: string) => (await get(call)).body.data.updated_at;
      expect(changed(`/view-blog/${made.post}`)).toBe(await updated(`/api/singlePost/${made.post}`));
      for (const path of paths) {
        expect(path).toMatch(/^\/(?!admin|api)/);
        const page = await get(path).set('accept', 'text/html');
        expect([path, page.status]).toEqual([path, 200]);
        expect(page.text, path).not.toContain('content="noindex"');
        expect(page.text, path).toContain(`<link rel="canonical" href="${origin}${path}"/>`);
      }
    });

    test('the feeds tell posts and open jobs, whatever they are called', async () => {
      const posts = await itemsOf('/feed.xml', '/publishing');
      for (const name of ['link', 'guid'])
        expect(textOf(posts.item, name)).toBe(`${origin}/view-blog/${made.post}`);
      expect(textOf(posts.item, 'description')).toBe('Words & more.');
      expect(Date.parse(textOf(posts.item, 'pubDate') ?? '')).toBeGreaterThan(0);
      expect(posts.texts('title')).not.toContain('Not yet');
      const late = await makeJob(engine, { title: 'Opened late' });
      // It waited long as a draft: its day is that of its opening.
      if (!engine.stub)
        await runSql(
          engine,
          "update jobs set created_at = '2020-01-01T00:00:00.000Z' where title = 'Opened late'",
        );
      await engine.admin.read('updateJobStatus', late.id, { status: 'open' });
      const jobs = await itemsOf('/jobs.xml', '/careers/apply');
      expect(jobs.texts('title')).toEqual(['Opened late', hostile]);
      expect(jobs.texts('pubDate')[0]).not.toContain('2020');
      expect(textOf(jobs.item, 'link')).toBe(`${origin}/careers/apply/${made.job}`);
      expect(textOf(jobs.item, 'category')).toBe('Design');
      expect(textOf(jobs.item, 'description')).toBe(
        'Design · Peshawar, Pakistan · Hybrid · Full-time · PKR 150,000–250,000.50 a month · Closes 31 December 2999',
      );
      expect(jobs.texts('title')).not.toContain('Draft');
    });

    test.each([
      [
        '/robots.txt',
        'text/plain; charset=utf-8',
        `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`,
      ],
      ['/.well-known/security.txt', 'text/plain; charset=utf-8', 'Contact: mailto:hello@naqsh.example'],
      [
        '/site.webmanifest',
        'application/manifest+json; charset=utf-8',
        '"lang":"en","dir":"ltr","start_url":"/","scope":"/","display":"minimal-ui"',
      ],
    ])('%s is %s; every icon that it names is there', async (path, type, words) => {
      const answer = await fetch(engine.app.url + path);
      expect(answer.headers.get('content-type')).toBe(type);
      const text = await answer.text();
      expect(text).toContain(words);
      for (const [, src = '', kind] of text.matchAll(/"src":"([^"]+)"[^}]*"type":"([^"]+)"/g))
        expect((await get(src)).headers['content-type']).toBe(kind);
    });

    test('a password manager is led to the account', async () => {
      const { status, headers } = await get('/.well-known/change-password');
      expect([status, headers.location]).toEqual([303, '/admin/account']);
    });

    test.each(['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/share/studio.png'])(
      '%s is read only, is not sent twice, and may be kept for a while',
      async (path) => {
        const { headers } = await get(path);
        expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
        expect(headers['x-content-type-options']).toBe('nosniff');
        await get(path)
          .set('if-none-match', headers.etag ?? '')
          .expect(304);
        const head = await request(engine.app.url).head(path);
        expect([head.status, head.headers['content-length']]).toEqual([200, headers['content-length']]);
        const post = await request(engine.app.url).post(path).set('x-csrf', '1');
        expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
      },
    );

    test('addresses that are nearly those of a file are none', async () => {
      const paths =
        '/Sitemap.xml /feed.xml/x /robots.txt.bak /sitemap%2Exml /share/post/01.png /share/post/-1.png';
      for (const path of `${paths} /share/post/99999999999999999999.png /share/studio.png/x`.split(' '))
        expect((await get(path).set('accept', 'application/json')).status, path).toBeGreaterThanOrEqual(400);
    });

    test.each([
      ['post', 'jpeg'],
      ['project', 'jpeg'],
      ['category', 'jpeg'],
      ['job', 'png'],
    ])('a %s has an image for links of its own: a %s', async (kind, format) => {
      const path = `/share/${kind}/${made[kind]}.png`;
      const { headers, body } = await picture(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=3600',
        // Sites that show a link to this site show the image too.
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 630, format });
      expect(body.length).toBeLessThan(200_000);
      const again = await picture(path, { 'if-none-match': headers.get('etag') ?? '' });
      expect([again.status, again.body.length]).toEqual([304, 0]);
    });

    test('what visitors cannot see has no image, also not for somebody with a session', async () => {
      for (const place of [`post/${made.hidden}`, `job/${made.draft}`, 'project/999999']) {
        const { status, headers } = await picture(`/share/${place}.png`);
        expect([place, status, headers.get('cache-control')]).toEqual([place, 404, 'no-store']);
        await engine.admin.get(`/share/${place}.png`).expect(404);
      }
    });

    test('a new title is a new image, and what an admin takes away is in no file at the next request', async () => {
      const path = `/share/job/${made.job}.png`;
      const before = await picture(path);
      const { updated_at } = await engine.read('singleJob', made.job);
      await engine.read('updateJob', made.job, {
        ...goodJob,
        status: 'open',
        title: 'Another title',
        updated_at,
      });
      const after = await picture(path);
      expect([after.status, after.body.equals(before.body)]).toEqual([200, false]);
      const filed = async () => (await get('/sitemap.xml')).text + (await get('/feed.xml')).text;
      const address = `/view-blog/${made.post}<`;
      expect((await filed()).split(address).length).toBeGreaterThan(2);
      await engine.read('deleteBlog', made.post);
      expect(await filed()).not.toContain(address);
    });
  },
  { PUBLIC_URL: origin },
);

describe('when the API host fails', () => {
  const site = stubSite({ UPSTREAM_TIMEOUT_MS: '500' });
  const get = (path: string) => request(site.app.url).get(path);

  test.each(['/sitemap.xml', '/feed.xml', '/jobs.xml', '/share/post/1.png'])(
    '%s says to come back, and is whole again with the host',
    async (path) => {
      site.stub.misbehave({ kind: 'answer', status: 500, body: 'SQLSTATE secret' }, { times: 1 });
      const { status, headers, text } = await get(path);
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '30', 'no-store']);
      expect(text).not.toMatch(/SQLSTATE|127\.0\.0\.1/);
      site.stub.reset();
      expect((await get(path)).status).toBe(path.startsWith('/share') ? 404 : 200);
    },
  );

  test('robots.txt, the manifest and the company’s image need no host', async () => {
    site.stub.misbehave({ kind: 'hang' });
    for (const path of ['/robots.txt', '/site.webmanifest', '/share/studio.png']) await get(path).expect(200);
  });
});
