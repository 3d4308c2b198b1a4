import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '#shared/routes.ts';
import { sampleFile } from '#shared/site/sample-file.ts';
import type { Engine } from '../../support/engines.ts';
import { formTokenOf } from '../../support/form-token.ts';
import { applicationForm } from '../../support/forms.ts';
import { type MailServer, startMailServer } from '../../support/mail/mail-server.ts';
import { openPage, unescaped } from '../../support/page-forms.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import {
  goodContact,
  goodDeletion,
  makeBlog,
  makeCategory,
  makeJob,
  makeProject,
} from '../resources/cases.ts';

/**
 * Another company runs the built product, and says only what it must. No word of the sample may appear: a visitor of a
 * bakery would read that its name means pattern.
 */
const company = {
  name: 'Backhaus Ost',
  tagline: 'Bread before sunrise',
  description: 'Backhaus Ost bakes bread for the east of the town, every night.',
  address: { city: 'Leipzig', country: 'Germany' },
  phone: '+49 341 0000000',
  email: 'office@backhaus.example',
  apps: [{ id: 'oven', name: 'Oven', summary: 'Order bread.', developer: 'Backhaus Ost' }],
};

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
const { social: _networks, apps, ...own } = sampleFile;
const texts = leaves([own, apps.map(({ stores: _stores, ...app }) => app)]).filter((text) =>
  /\s|@/.test(text),
);
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
const words = [...texts.filter((text) => !everybodys.includes(text)), ...names].map(
  (text) => new RegExp(`(?<!\\p{L})${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'iu'),
);
function tracesIn(text: string) {
  const shown = unescaped(text.replaceAll('&#39;', '’').replaceAll('\\u003c', '<').replaceAll('\\"', '"'));
  return words.filter((word) => word.test(shown)).map(String);
}

let app: TestApp;
let post: MailServer;
const machineFiles =
  '/feed.xml /jobs.xml /sitemap.xml /robots.txt /site.webmanifest /.well-known/security.txt /favicon.svg'.split(
    ' ',
  );
const paths: string[] = [];

beforeAll(async () => {
  const admin = { email: 'admin@backhaus.example', password: 'correct horse battery' };
  post = await startMailServer();
  app = await startTestApp({
    DATA_DIR: await mkdtemp(join(tmpdir(), 'studio-company-')),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    SMTP_URL: post.url,
    MAIL_FROM: company.email,
  });
  const engine = { app, admin: (await signIn(app, admin)).agent, visitor: visit(app) } as unknown as Engine;
  // What was rendered before its owner saves it shows the sample.
  for (const path of ['/', '/contact', '/share/studio.png', ...machineFiles]) await fetch(app.url + path);
  await engine.admin.read('updateSite', { site: company });
  const { id: blog } = await makeBlog(engine, { blog_title: 'Rye', description: '<p>About rye.</p>' });
  const { id: category } = await makeCategory(engine, 'Loaves');
  const { id: project } = await makeProject(engine, { category_id: String(category) });
  const place = { city: 'Leipzig', region: null, country: 'Germany', salary_currency: 'EUR' };
  const { id: job } = await makeJob(engine, { ...place, title: 'Baker', status: 'open' });
  const ids = { fieldTitle: 'Loaves', jobId: job };
  for (const route of Object.values(routes))
    paths.push(
      route.replace(/:(\w+)/, (_all, id) =>
        String(ids[id as 'jobId'] ?? (/view/.test(route) ? blog : project)),
      ),
    );
  paths.push(
    ...['studio', `post/${blog}`, `project/${project}`, `job/${job}`].map((card) => `/share/${card}.png`),
  );
  const form_token = await formTokenOf(app, 60);
  const { visitor } = engine;
  await visitor.call('applyJobFor', job, applicationForm({ form_token }));
  await visitor.call('contactUs', { ...goodContact, message: 'Twenty rolls, please.', form_token });
  await visitor.call('requestAccountDeletion', { ...goodDeletion, app_name: 'Oven', form_token });
});
afterAll(async () => {
  await app?.close();
  await post?.close();
});

it('there is no trace of the sample on any page, found or not, and in no file that machines read', async () => {
  expect(words.length).toBeGreaterThan(50);
  const others =
    '/careers/apply?spontaneous=1 /delete-account?app=oven /nothing-here /view-blog/99999 /%zz'.split(' ');
  for (const path of [...paths, ...others, ...machineFiles]) {
    const { status, text, type } = await openPage(app, path).buffer(true);
    expect([path, tracesIn(text ?? '')]).toEqual([path, []]);
    expect([path, status]).toEqual([path, path === '/%zz' ? 400 : /99999|nothing/.test(path) ? 404 : 200]);
    if (path.startsWith('/share')) expect(type).toMatch(/^image\/(png|jpeg)$/);
  }
});

it('nor in mails, with their sender', async () => {
  // Three forms, each with a mail to the visitor and one to the office.
  await post.received(6);
  for (const { headers, text, html } of post.mails) {
    expect(tracesIn([...leaves(headers), text, html].join('\n'))).toEqual([]);
    expect(headers.from?.[0]).toContain(company.name);
  }
});
