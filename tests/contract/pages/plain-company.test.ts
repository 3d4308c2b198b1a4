import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { blogForm, sendForm } from '../../support/forms.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

/** A company with only the required settings, and without any content. */
const company = {
  name: 'Backhaus Ost',
  email: 'office@backhaus.example',
};

let app: TestApp;
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'studio-plain-'));
  await writeFile(join(dir, 'site.json'), JSON.stringify(company));
  app = await startTestApp({ DATA_DIR: dir });
});
afterAll(() => app?.close());

const open = async (path: string) => {
  const { status, text } = await request(app.url).get(path).set('accept', 'text/html');
  return { status, html: text.replace(/<script.*?<\/script>/gs, '') };
};
/** Returns the targets of the menu and the footer. */
const links = async (path = '/') => {
  const { html } = await open(path);
  const [, menu = ''] = /<nav[^>]*aria-label="Main"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  const [, footer = ''] = /<footer.*?Company(.*?)<\/section>/s.exec(html) ?? [];
  const of = (part: string) => [...part.matchAll(/href="([^"]*)"/g)].map(([, to]) => to);
  return { menu: of(menu), footer: of(footer) };
};

test.each(['/', '/careers', '/careers/apply', '/careers/apply?spontaneous=1', '/contact', '/team', '/none'])(
  '%s has no artwork and no place for it',
  async (path) => {
    const { html } = await open(path);
    expect(html).not.toMatch(/\/pattern\/|viewBox="0 0 3 2"/);
  },
);

test.each([
  '/',
  '/careers',
  '/contact',
  '/careers/apply',
  '/privacy-policy',
  '/terms-conditions',
  '/delete-account',
  '/apps',
  '/none',
])('%s has no place for an address, a phone or a tagline that the company does not have', async (path) => {
  const { html } = await open(path);
  expect(html).toContain('Backhaus Ost');
  expect(html).not.toMatch(/href="tel:|openstreetmap/);
  const text = html.replace(/^.*<body/s, '').replace(/<[^>]*>/g, ' ');
  expect(text).not.toMatch(/undefined|\bOffice\b|the law of|,\s+[,(·]/);
});

test('a section with nothing in it is not on the home page', async () => {
  const [, html] = (await open('/')).html.split('<body');
  expect(html).not.toMatch(/Latest posts|Nothing published yet|Selected work|Open positions/);
});

test('a page that lists nothing is in no menu and not in the sitemap, and says so when it is asked for', async () => {
  await expect
    .poll(() => links())
    .toEqual({
      menu: ['/', '/careers', '/careers/apply', '/contact'],
      footer: ['/careers', '/contact'],
    });
  const { text } = await request(app.url).get('/sitemap.xml');
  expect(text).toContain('/careers</loc>');
  expect(text).not.toMatch(/\/(portfolio|publishing|team)</);
  const { status, html } = await open('/publishing');
  expect(status).toBe(200);
  expect(html).toContain('Nothing published yet');
});

test('the first post brings its page back into the menu', async () => {
  const { agent } = await signIn(app, app.firstAdmin as NonNullable<TestApp['firstAdmin']>);
  await sendForm(agent.post(callPath(contract.saveBlog)), await blogForm({ is_active: '1' }));
  await expect
    .poll(async () => (await links('/privacy-policy')).menu, { timeout: 30_000 })
    .toContain('/publishing');
});
