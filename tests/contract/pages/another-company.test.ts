import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { routes } from '#shared/routes.ts';
import type { Site, SiteFile } from '#shared/schemas/site.ts';
import { shareImageKinds } from '#shared/share-image.ts';
import { sampleFile } from '#shared/site/sample-file.ts';
import { companyCard, contentCard } from '../../../server/pages/share-images/card-texts.ts';
import { loadSite } from '../../../server/site/load-site.ts';
import { formToken } from '../../support/engine/applicants.ts';
import { image } from '../../support/files.ts';
import {
  applicationForm,
  blogForm,
  categoryForm,
  projectForm,
  sendForm,
  withTexts,
} from '../../support/forms.ts';
import { type MailServer, startMailServer } from '../../support/mail/mail-server.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { goodJob } from '../resources/cases/jobs.ts';
import { goodContact, goodDeletion } from '../resources/cases/messages.ts';

/**
 * Another company runs the built product. With any content of its file, no word of the sample may appear: a visitor
 * of a bakery would read that its name means pattern.
 */

const least: SiteFile = {
  name: 'Backhaus Ost',
  tagline: 'Bread before sunrise',
  description: 'Backhaus Ost bakes bread for the east of the town, every night.',
  address: { city: 'Leipzig', country: 'Germany' },
  phone: '+49 341 0000000',
  email: 'office@backhaus.example',
};

/** A file that the last release accepted: all of its keys, and none of the new ones. */
const earlier: SiteFile = {
  ...least,
  short_name: 'Backhaus',
  hours: ['Monday to Friday, 5 to 11'],
  social: [{ name: 'Mastodon', url: 'https://social.example/@backhaus' }],
  legal_entity: 'Backhaus Ost eG',
  apps: [{ id: 'oven', name: 'Oven', summary: 'Order bread.', developer: 'Backhaus Ost eG' }],
};

const point = (of: string) => ({ title: `${of} one`, text: `${of} one, in full.` });
const points = (of: string) => ({ title: `${of}, all of it`, items: [point(of)] });
const head = (of: string) => ({
  title: `${of} here`,
  text: `${of}, told.`,
  description: `${of}, for machines.`,
});

const full = {
  ...earlier,
  currency: 'EUR',
  brand: {
    logo: 'logo.svg',
    logo_dark: 'logo-dark.png',
    favicon: 'icon.png',
    artwork: 'picture',
    picture: 'oven.jpg',
    colors: {
      light: {
        background: '#fdf8f0',
        text: '#2b1a10',
        accent: '#8a1c3f',
        on_accent: '#ffffff',
        signal: '#0b5c3b',
      },
      dark: { background: 'oklch(0.2 0.02 40)', text: '#f6ece4', accent: '#ff9db4', signal: '#8fd6b4' },
    },
  },
  pages: {
    home: {
      head: head('Home'),
      selected_work: { title: 'Fresh from the oven' },
      about: point('About'),
      services: { ...points('Services'), items: [{ ...point('Services item'), link: '/portfolio' }] },
      process: points('Process'),
      latest_posts: { title: 'Crumbs' },
      positions: { title: 'Early risers wanted' },
      contact: { title: 'Order a loaf' },
    },
    portfolio: { head: head('Breads') },
    publishing: { head: head('Notes') },
    team: { head: head('Bakers'), invitation: { title: 'Up at three?' } },
    careers: {
      head: head('Work'),
      reasons: points('Reasons'),
      steps: points('Steps'),
      benefits: points('Benefits'),
      positions: { title: 'Places at the table' },
      invitation: {
        title: 'Nothing fits?',
        title_none_open: 'All ovens are manned',
        text: 'Write all the same.',
      },
    },
    jobs: { head: head('Places'), invitation: { title: 'Nothing fits here?', text: 'Write to the bakery.' } },
    spontaneous: { head: head('Unasked') },
    contact: {
      head: head('Counter'),
      message_hint: 'How many, and for when?',
      direct: { title: 'Call us' },
      office: { title: 'The bakery' },
      other_matters: { title: 'Other things' },
    },
    apps: { head: head('Apps') },
  },
} satisfies SiteFile;

const urdu: SiteFile = {
  name: 'نانبائی گھر',
  tagline: 'صبح سے پہلے روٹی',
  description: 'نانبائی گھر شہر کے لیے ہر رات روٹی پکاتا ہے۔',
  address: { city: 'لاہور', country: 'پاکستان' },
  phone: '+92 42 0000000',
  email: 'daftar@nanbai.example',
  pages: {
    home: { about: { title: 'ہم کون ہیں', text: 'ہم روٹی پکاتے ہیں۔' } },
    careers: { reasons: { items: [{ title: 'تازہ روٹی', text: 'ہر صبح۔' }] } },
  },
};

const companies: [string, SiteFile][] = [
  ['that says only what it must', least],
  ['with the file of the last release', earlier],
  ['that says everything', full],
  ['with Urdu names', urdu],
];

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60" viewBox="0 0 240 60"><path fill="#8a1c3f" d="M0 0h240v60H0z"/></svg>`;

/** Creates a folder with the company's file and pictures. */
async function dataDirOf(file: SiteFile): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'studio-company-'));
  await writeFile(join(dir, 'site.json'), JSON.stringify(file));
  await writeFile(join(dir, 'logo.svg'), logo);
  await writeFile(join(dir, 'logo-dark.png'), await image('png', 240, 60));
  await writeFile(join(dir, 'icon.png'), await image('png', 64, 64));
  await writeFile(join(dir, 'oven.jpg'), await image('jpeg', 800, 500));
  return dir;
}

/** Returns every text in a value. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [];
}

/** Texts of the sample that any company has too. */
const everybodys = ['Don’t see your role?'];

/**
 * Patterns that reveal the sample: its names, and each of its texts of more than one word. Single words ("Media"),
 * names of networks and stores, and texts that any company gets are excluded.
 */
async function sampleWords(): Promise<RegExp[]> {
  const dir = await dataDirOf(least);
  const anybodys = new Set(leaves((await loadSite(dir, { mediaPaths: [] })).site));
  const { social: _networks, apps, ...own } = sampleFile;
  const texts = [own, apps.map(({ stores: _stores, ...app }) => app)]
    .flatMap(leaves)
    .filter((text) => /\s|@/.test(text));
  // Listed explicitly: otherwise a sample text that became a general text would be excluded automatically.
  expect([...new Set(texts.filter((text) => anybodys.has(text)))]).toEqual(everybodys);
  const { name, short_name, address } = sampleFile;
  const names = [
    name,
    short_name,
    address.city,
    address.region,
    'naqsh',
    'lapis',
    ...apps.map((app) => app.name),
  ];
  const telling = texts.filter((text) => !everybodys.includes(text));
  return [...new Set([...telling, ...names])].map(
    (text) => new RegExp(`(?<![\\p{L}])${escaped(text)}(?![\\p{L}])`, 'iu'),
  );
}

/** Decodes the entities of HTML and XML and the escapes of JSON. */
function plain(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
  return text
    .replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_all, name: string) => signs[name] ?? '')
    .replace(/\\u003c/g, '<')
    .replace(/\\"/g, '"');
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

let words: RegExp[];
beforeAll(async () => {
  words = await sampleWords();
  expect(words.length).toBeGreaterThan(50);
});

function tracesIn(text: string): string[] {
  const shown = plain(text);
  return words.filter((word) => word.test(shown)).map(String);
}

for (const [story, file] of companies) describeCompany(story, file);

/** What machines read: files that many visitors share, and that are cached. */
const machineFiles = [
  '/feed.xml',
  '/jobs.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
  '/.well-known/security.txt',
];

/**
 * `npm test` runs only the company with the fewest settings, where most could be the sample's. An owner saves it while
 * the site runs, and what was rendered before showed the sample. The test below also covers one with all settings.
 */
function describeCompany(story: string, file: SiteFile): void {
  const isSaved = file === least;
  describe(`a company ${story}`, { tags: isSaved ? [] : ['deep/again'] }, () => {
    let app: TestApp;
    let post: MailServer;
    let site: Site;
    const ids = { category: 0, project: 0, post: 0, job: 0 };

    beforeAll(async () => {
      const admin = { email: 'admin@backhaus.example', password: 'correct horse battery' };
      const dataDir = await dataDirOf(file);
      site = (await loadSite(dataDir, { mediaPaths: [] })).site;
      if (isSaved) await rm(join(dataDir, 'site.json'));
      post = await startMailServer();
      app = await startTestApp({
        DATA_DIR: dataDir,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        SMTP_URL: post.url,
        MAIL_FROM: 'office@backhaus.example',
      });
      const { agent } = await signIn(app, admin);
      const visitor = visit(app);
      if (isSaved) {
        for (const path of ['/', '/contact', '/share/studio.png', ...machineFiles]) await get(path);
        await agent.post(callPath(contract.updateSite)).send({ site: file }).expect(200);
      }
      await sendForm(
        agent.post('/api/saveBlog'),
        await blogForm({ blog_title: 'Rye', description: '<p>About rye.</p>' }),
      );
      ids.post = (await visitor.get('/api/activeBlogs?page=1')).body.data.data[0].id;
      await sendForm(
        agent.post('/api/addProjectCategory'),
        withTexts(await categoryForm(), { title: 'Loaves' }),
      );
      ids.category = (await visitor.get('/api/getProjectCategory?page=1')).body.data.data[0].id;
      await sendForm(agent.post('/api/addProject'), await projectForm(ids.category));
      ids.project = (await visitor.get(`/api/getProjects/${ids.category}?page=1`)).body.data.data[0].id;
      const job = { ...goodJob, city: 'Leipzig', region: null, country: 'Germany', salary_currency: 'EUR' };
      ids.job = (
        await agent.post('/api/addJob').send({ ...job, title: 'Baker', status: 'open' })
      ).body.data.id;
      const form_token = await formToken(app, 60);
      await sendForm(visitor.post(`/api/applyJob/${ids.job}`), applicationForm({ form_token }));
      await visitor
        .post('/api/contactUs')
        .send({ ...goodContact, message: 'Twenty rolls, please.', form_token });
      await visitor
        .post('/api/requestAccountDeletion')
        .send({ ...goodDeletion, app_name: 'Oven', form_token });
    });
    afterAll(async () => {
      await app?.close();
      await post?.close();
    });

    const get = (path: string, accept = 'text/html') =>
      request(app.url).get(path).set('accept', accept).buffer(true);

    it('finds no trace of the sample on any page, in light and dark, found or not', async () => {
      const paths = Object.values(routes).map((route) =>
        route
          .replace(':fieldTitle', 'Loaves')
          .replace(':jobId', String(ids.job))
          .replace(':id', String(route.startsWith('/view') ? ids.post : ids.project)),
      );
      const others = [
        '/careers/apply?spontaneous=1',
        '/delete-account?app=oven',
        '/nothing-here',
        '/view-blog/99999',
      ];
      for (const path of [...paths, ...others]) {
        const { text, status } = await get(path);
        expect([path, tracesIn(text)]).toEqual([path, []]);
        expect([path, [200, 404].includes(status)]).toEqual([path, true]);
      }
      // A page that uses nothing of the built client.
      expect(tracesIn((await get('/%zz')).text)).toEqual([]);
    });

    it('nor in feeds, sitemap, robots, manifest, icons', async () => {
      for (const path of [...machineFiles, site.brand.favicon.src]) {
        const { status, text, body } = await get(path, '*/*');
        expect([path, status]).toEqual([path, 200]);
        expect([path, tracesIn(text ?? String(body))]).toEqual([path, []]);
      }
      const { text } = await get('/site.webmanifest', '*/*');
      expect(JSON.parse(text)).toMatchObject({ name: file.name, short_name: site.short_name });
    });

    it('nor on the images of links', async () => {
      const cards = [companyCard(site), ...shareImageKinds.map((kind) => contentCard(site, kind, 1, 'Rye'))];
      expect(cards.flatMap((card) => tracesIn(JSON.stringify(card)))).toEqual([]);
      for (const path of ['studio', `post/${ids.post}`, `project/${ids.project}`, `job/${ids.job}`]) {
        const { status, type } = await request(app.url).get(`/share/${path}.png`);
        expect([path, status]).toEqual([path, 200]);
        expect(type).toMatch(/^image\/(png|jpeg)$/);
      }
    });

    it('nor in mails, with their sender', async () => {
      // Three forms, each with a mail to the visitor and one to the office.
      await post.received(6);
      for (const { headers, text, html } of post.mails) {
        expect(tracesIn([...leaves(headers), text, html].join('\n'))).toEqual([]);
        expect(headers.from?.[0]).toContain(file.name);
      }
      expect(post.mails.map(({ text }) => text).join('\n')).toContain(file.name);
    });
  });
}

it('scripts and styles of the built client hold no word of the sample', {
  tags: ['deep/again'],
}, async () => {
  const dist = process.env.TEST_CLIENT_DIR ?? join(import.meta.dirname, '../../../dist/client');
  const names = (await readdir(dist, { recursive: true })).filter((name) =>
    /\.(?:js|css|html|svg|json)$/.test(name),
  );
  expect(names.length).toBeGreaterThan(20);
  for (const name of names)
    expect([name, tracesIn(await readFile(join(dist, name), 'utf8'))]).toEqual([name, []]);
});

it('each text of a company that says everything stands on its page', { tags: ['deep/again'] }, async () => {
  const app = await startTestApp({ DATA_DIR: await dataDirOf(full) });
  const pages: Record<keyof typeof full.pages, string> = {
    home: '/',
    portfolio: '/portfolio',
    publishing: '/publishing',
    team: '/team',
    careers: '/careers',
    jobs: '/careers/apply',
    spontaneous: '/careers/apply?spontaneous=1',
    contact: '/contact',
    apps: '/apps',
  };
  // Texts for a site without projects, posts and positions, and texts that appear only when there are some.
  const absent = new Set([
    'Fresh from the oven',
    'Crumbs',
    'Early risers wanted',
    'Places at the table',
    'Nothing fits?',
    // Without open positions, the empty list contains the invitation itself.
    'Nothing fits here?',
    'Write to the bakery.',
  ]);
  for (const [page, path] of Object.entries(pages)) {
    const { text } = await request(app.url).get(path).set('accept', 'text/html');
    const [, shown = ''] =
      /<html[^>]*>(.*)<script type="application\/json" id="(?:site|page-state)"/s.exec(text) ?? [];
    const missing = leaves(full.pages[page as keyof typeof full.pages]).filter(
      (each) => !plain(shown).includes(each),
    );
    expect([page, missing.filter((each) => !absent.has(each))]).toEqual([page, []]);
  }
  await app.close();
});
