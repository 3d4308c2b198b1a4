import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { withEngine } from '../../support/engines.ts';
import { makeBlog, makeJob } from '../resources/cases.ts';

// With https, the browser of the test would not send the session cookie over its plain connection.
const publicUrl = 'http://backhaus.example';
/** A company with only the required settings. */
const company: SiteJson = { name: 'Backhaus Ost', email: 'office@backhaus.example' };

withEngine(
  'embedded',
  (engine) => {
    const open = async (path: string) => {
      const { status, text, headers } = await engine.visitor
        .get(path)
        .set('Accept', 'text/html')
        .buffer(true);
      return { status, headers, html: (text ?? '').replace(/<script.*?<\/script>/gs, '') };
    };
    const post = (site: SiteJson = {}) => engine.call('updateSite', { site: { ...company, ...site } });
    const save = (site: SiteJson = {}) => post(site).expect(200);
    const footerOf = async (path: string) =>
      /<footer\b.*<\/footer>/s.exec((await open(path)).html)?.[0] ?? '';
    /** Returns the targets of the menu and the footer. */
    const linksOn = async (path: string) => {
      const { html } = await open(path);
      const parts = [/<nav[^>]*aria-label="Main".*?<\/nav>/s, /<footer.*?Company(.*?)<\/section>/s];
      const of = (part = '') => [...part.matchAll(/href="([^"]*)"/g)].map(([, to]) => to);
      return parts.map((part) => of(part.exec(html)?.[0]));
    };

    it('hides the invented company from search engines at a public address, until a company is saved', async () => {
      const warned = () =>
        engine.app.logLines.filter(({ msg }) => /^Search engines are asked not to index/.test(String(msg)));
      const paths = ['/', '/', '/contact', '/favicon.ico', '/api/activeBlogs?page=1'];
      const tagsOf = () => Promise.all(paths.map(async (path) => (await open(path)).headers['x-robots-tag']));
      expect(new Set(await tagsOf())).toEqual(new Set(['noindex']));
      expect((await open('/robots.txt')).html).toBe('User-agent: *\nDisallow: /\n');
      expect((await open('/sitemap.xml')).status).toBe(404);
      expect(warned()).toHaveLength(1);
      await save();
      expect(new Set(await tagsOf())).toEqual(new Set([undefined]));
      expect((await open('/robots.txt')).html).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
      expect((await open('/sitemap.xml')).html).toContain(`${publicUrl}/contact`);
    });

    it.each([
      '/',
      '/careers',
      '/contact',
      '/careers/apply?spontaneous=1',
      '/team',
      '/privacy-policy',
      '/terms-conditions',
      '/delete-account',
      '/apps',
      '/none',
    ])(
      '%s has no place for artwork, an address, a phone or a tagline that the company does not have',
      async (path) => {
        const { html } = await open(path);
        expect(html).toContain('Backhaus Ost');
        expect(html).not.toMatch(/\/pattern\/|viewBox="0 0 3 2"|href="tel:|openstreetmap/);
        const text = html.replace(/^.*<body/s, '').replace(/<[^>]*>/g, ' ');
        expect(text).not.toMatch(/undefined|\bOffice\b|the law of|,\s+[,(·]/);
      },
    );

    it('names what lists nothing in no menu, sitemap or home page; the first post brings its page back, and stands in every footer', async () => {
      const [, home] = (await open('/')).html.split('<body');
      expect(home).not.toMatch(/Latest posts|Nothing published yet|Selected work|Open positions/);
      await expect
        .poll(() => linksOn('/contact'))
        .toEqual([
          ['/', '/careers', '/careers/apply', '/contact'],
          ['/careers', '/contact'],
        ]);
      expect((await open('/sitemap.xml')).html).not.toMatch(/\/(portfolio|publishing|team)</);
      const empty = await open('/publishing');
      expect(empty.status).toBe(200);
      expect(empty.html).toContain('Nothing published yet');

      await makeBlog(engine, { blog_title: 'Older' });
      const { id } = await makeBlog(engine, { blog_title: 'Newer' });
      const newest = `>Latest post</h2>.*href="/view-blog/${id}"[^>]*><bdi[^>]*>Newer</bdi></a><span>\\d+ \\w{3}<`;
      for (const path of ['/contact', '/privacy-policy', '/publishing'])
        await expect.poll(() => footerOf(path), { message: path }).toMatch(new RegExp(newest));
      expect((await linksOn('/contact'))[0]).toContain('/publishing');
      await engine.read('deleteBlog', id);
      await expect.poll(() => footerOf('/contact')).toContain('>Older</bdi></a>');
      await save({ pages: { home: { latest_posts: { show: false } } } });
      expect(await footerOf('/contact')).not.toContain('/view-blog/');
    });

    it('takes Careers or Jobs off the site, with feed and every link to them, and shows them again', async () => {
      const job = `/careers/apply/${(await makeJob(engine, { status: 'open' })).id}`;
      const expectStatus = async (status: number, ...paths: string[]) => {
        for (const path of paths) expect([path, (await open(path)).status]).toEqual([path, status]);
      };
      const jobs = ['/careers/apply', '/careers/apply?spontaneous=1', job, '/jobs.xml'];
      const others = ['/', '/team', '/contact', '/terms-conditions', '/nope'];
      const expectNoLink = async (link: RegExp, ...paths: string[]) => {
        for (const path of paths) expect((await open(path)).html, path).not.toMatch(link);
      };
      await save();
      await expectStatus(200, ...jobs, '/careers');
      expect((await open('/')).html).toContain(job);

      await save({ pages: { jobs: { show: false } } });
      await expectStatus(404, ...jobs);
      await engine.visitor.post(job).set('Accept', 'text/html').type('form').send({}).expect(404);
      await expectNoLink(/href="\/(careers\/apply|jobs\.xml)/, ...others, '/careers');
      await expectNoLink(/\/careers\/apply/, '/sitemap.xml');

      await save({ pages: { careers: { show: false } } });
      await expectStatus(404, '/careers');
      await expectStatus(200, '/careers/apply');
      await expectNoLink(/href="\/careers"|\/careers<\/loc>/, ...others, '/sitemap.xml');
      await save();
      await expectStatus(200, '/careers');
      expect((await open('/')).html).toContain('href="/careers"');
    });

    it('refuses a save over a stored site that this release cannot read, and goes on', async () => {
      const db = new DatabaseSync(join(engine.app.dataDir, 'bff.sqlite'), { timeout: 5_000 });
      db.prepare(
        "insert into saved_sites (number, saved_at, who, site) select max(number) + 1, ?, 'Ada', ? from saved_sites",
      ).run(Date.now(), JSON.stringify({ ...company, mood: 'good' }));
      const { status, body } = await post({ name: 'Backhaus West' });
      expect([status, body.code]).toEqual([503, 'site.unreadable']);
      const page = await open('/contact');
      expect([page.status, page.html]).toEqual([200, expect.stringContaining('Backhaus Ost')]);
      db.exec('delete from saved_sites where number = (select max(number) from saved_sites)');
      db.close();
      await save();
    });
  },
  { environment: { PUBLIC_URL: publicUrl } },
);
