import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { linkPath } from '#shared/link-paths.ts';
import { isPublicRoute, routes } from '#shared/routes.ts';
import { sampleFile } from '#shared/site/sample-file.ts';
import { withEngine } from '../../support/engines.ts';
import { openPage } from '../../support/page-forms.ts';
import { makeBlog, makeCategory, makeJob, makeLink, makeMember, makeProject } from '../resources/cases.ts';

/** Words in Latin letters that have no translation: names of products, file types, a law, UTC and currencies. */
const untranslated = /^(PDF|DOCX?|MB|GDPR|UTC|PKR|LinkedIn|OpenStreetMap|linkedin\.com\/in\/you)$/;

/**
 * Returns the words in Latin letters of a page: of its text, of the attributes that people hear or see, and of the
 * title and descriptions in its head. Email addresses and words that have no translation are left out.
 */
function latinWords(html: string) {
  const [, head = '', body = ''] = /^([\s\S]*?)<body[^>]*>([\s\S]*)/.exec(html) ?? [];
  const texts = [
    /<title>([^<]*)/.exec(head)?.[1],
    ...[...head.matchAll(/<meta (?:name|property)="([\w:]+)" content="([^"]*)"/g)].map(
      ([, name = '', content]) => (/title|description|site_name|alt$/.test(name) ? content : ''),
    ),
    ...[...head.matchAll(/<link rel="alternate"[^>]* title="([^"]*)"/g)].map(([, title]) => title),
    body.replace(/<script[\s\S]*?<\/script>|<wbr\/?>/g, '').replace(/<[^>]*>/g, ' '),
    ...[...body.matchAll(/\s(?:aria-label|alt|placeholder|title)="([^"]*)"/g)].map(([, spoken]) => spoken),
  ];
  const words =
    texts
      .join(' ')
      .replace(/&[a-z#\d]+;/g, ' ')
      .match(/[A-Za-z][\w.@/-]+/g) ?? [];
  return words.filter((word) => !word.includes('@') && !untranslated.test(word));
}

/** A company whose site is in Urdu, with only the required settings besides. */
const company = {
  language: 'ur',
  name: 'نان گھر',
  tagline: 'صبح سے پہلے تازہ نان',
  description: 'نان گھر ہر رات شہر کے لیے نان پکاتا ہے۔',
  address: { city: 'پشاور', country: 'پاکستان' },
  phone: '+92 91 0000000',
  email: 'office@naan.example',
};
/** Urdu in place of every text of the sample, which says everything. */
const inUrdu = (value: object) =>
  JSON.parse(JSON.stringify(value), (key, text) =>
    typeof text === 'string' && !/^(link|url|id)$/.test(key) ? 'نان کی کہانی' : text,
  );

const folder = await mkdtemp(join(tmpdir(), 'studio-language-'));
await writeFile(join(folder, 'site.json'), JSON.stringify(company));

withEngine(
  'embedded',
  (engine) => {
    const open = async (path: string) => (await openPage(engine.app, path)).text;
    const publicPaths = Object.values(routes).filter(isPublicRoute);
    const ltrOf = (html: string) => latinWords(html).filter((word) => word !== 'naan.example');

    it.each([
      ...publicPaths.map((route) => route.replace(/:\w+/, '999')),
      '/careers/apply?spontaneous=1',
      '/nowhere',
      linkPath('preview', 'A'.repeat(22)),
    ])('%s of a site in Urdu without content is in Urdu, from right to left', async (path) => {
      const html = await open(path);
      expect(html).toMatch(/<html lang="ur" dir="rtl"/);
      expect(ltrOf(html)).toEqual([]);
    });

    it('a form that is posted without scripts comes back in Urdu', async () => {
      const post = request(engine.app.url)
        .post('/contact')
        .set({ Origin: engine.app.url, Accept: 'text/html' });
      const { text, status } = await post.field('name', '').field('email', 'nobody');
      expect(status).toBe(422);
      expect(text).toContain('براہِ کرم اپنا نام بتائیں۔');
      expect(latinWords(text)).toEqual([]);
    });

    it('an error page that needs no client is in Urdu', async () => {
      const post = () => request(engine.app.url).post('/contact');
      for (const asked of [
        request(engine.app.url).get('/%ff'),
        request(engine.app.url).get('/uploads/nothing.png'),
        post().set('Origin', 'https://elsewhere.example').field('name', 'x'),
        post().set({ Origin: engine.app.url, 'Content-Type': 'text/plain' }).send('name'),
      ]) {
        const { text, headers } = await asked.set('Accept', 'text/html');
        expect(text).toMatch(/^<!doctype html>\n<html lang="ur" dir="rtl">/);
        expect(text).not.toMatch(/<script|<link/);
        expect(latinWords(text.replace(headers['x-request-id'] ?? '', ''))).toEqual([]);
      }
    });

    it('browsers load the words of the language with the other scripts of a page', async () => {
      const ofLegalTexts = /data-scripts="[^"]*\/assets\/ur-legal-/;
      const home = await open('/');
      expect(home).toMatch(/data-scripts="[^"]*\/assets\/ur-/);
      expect(home).not.toMatch(ofLegalTexts);
      expect(home).toContain('<meta property="og:locale" content="ur_PK"/>');
      expect(home).toContain('"inLanguage":"ur"');
      for (const path of ['/privacy-policy', '/terms-conditions'])
        expect(await open(path)).toMatch(ofLegalTexts);
      expect(await open('/privacy-policy')).toMatch(
        /آخری تبدیلی: (<!-- -->)?<time dateTime="2026-11-28">28 نومبر، 2026</,
      );
      expect(JSON.parse(await open('/site.webmanifest'))).toMatchObject({ lang: 'ur', dir: 'rtl' });
    });

    describe('with content, and all texts of the company in Urdu,', () => {
      const paths: Record<string, string> = {};
      let preview = '';
      beforeAll(async () => {
        const { pages, apps } = sampleFile;
        const us = {
          id: 'us',
          path: '/تعارف',
          title: 'تعارف',
          text: '<p>ہم</p>',
          place: 'menu',
          published: true,
        };
        const site = { ...company, pages: inUrdu(pages), apps: inUrdu(apps), own_pages: [us] };
        await engine.read('updateSite', { site });
        const title = 'فلمیں';
        const category_id = String((await makeCategory(engine, title)).id);
        const film = { title, category_id, description: '<h1>فلم</h1><p>فلم کا بیان۔</p>' };
        await makeProject(engine, film);
        const project = await makeProject(engine, { ...film, project_url: 'https://naan.example/film' });
        const story = { blog_title: 'نان کی کہانی', description: '<p>ایک بیکری کی کہانی۔</p>' };
        await makeBlog(engine, story);
        const { id } = await makeBlog(engine, story);
        const place = { city: 'پشاور', region: 'خیبر', country: 'پاکستان', department: 'باورچی خانہ' };
        const work = { title: 'نان بائی', description: '<p>نان پکانا</p>', show_salary: 1, status: 'open' };
        const job = await makeJob(engine, { ...work, ...place });
        const person = { name: 'گل خان', designation: 'نان بائی', department: 'باورچی خانہ', bio: 'ماہر۔' };
        await makeMember(engine, { ...person, linkedin_url: '' });
        const draft = { ...story, blog_image: null };
        preview = linkPath('preview', (await makeLink(engine, { row_id: id, draft })).secret ?? '');
        Object.assign(paths, {
          [routes.portfolioCategory]: `/portfolio/${encodeURIComponent(title)}`,
          [routes.portfolioItem]: `/portfolioOne/${project.id}`,
          [routes.careersApplyJob]: `/careers/apply/${job.id}`,
          [routes.viewBlog]: `/view-blog/${id}`,
          preview,
        });
      });

      it.each([
        ...publicPaths,
        'preview',
        `/careers/apply?search=${encodeURIComponent('درزی')}`,
        `/delete-account?app=${sampleFile.apps[0]?.id}`,
        encodeURI('/تعارف'),
      ])('%s has no English', async (route) => {
        const answer = await openPage(engine.app, paths[route] ?? route).expect(200);
        // A printed page shows its own address.
        expect(ltrOf(answer.text.replaceAll(new RegExp(`>${engine.app.url}[^<]*<`, 'g'), '><'))).toEqual([]);
      });

      it.each(['/feed.xml', '/jobs.xml'])('%s has none', async (path) => {
        const feed = await open(path);
        expect(feed).toContain('<language>ur</language>');
        const texts = [...feed.matchAll(/<(?:title|description|category)>([^<]*)</g)].map(([, text]) => text);
        expect(texts.length).toBeGreaterThan(3);
        expect(texts.join(' ')).not.toMatch(/\b(?!PKR)[A-Za-z]{2}/);
      });
    });

    it.each(['portfolio', 'team', 'publishing', 'contact'] as const)(
      'the title of /%s is in its own script beside an English introduction',
      async (page) => {
        const head = { title: 'ہمارا کام', text: 'Our work, sorted by craft, and the people behind it.' };
        await engine.read('updateSite', { site: { ...company, pages: { [page]: { head } } } });
        const html = await open(routes[page]);
        expect(html).toMatch(/<header [^>]*lang="en"/);
        expect(html).toMatch(/<h1 [^>]*lang="ur"/);
      },
    );
  },
  { environment: { DATA_DIR: folder } },
);
