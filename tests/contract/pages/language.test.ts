import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { linkPath } from '#shared/link-paths.ts';
import { latinWords } from '../../support/latin-words.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

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

let app: TestApp;
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'studio-language-'));
  await writeFile(join(dir, 'site.json'), JSON.stringify(company));
  app = await startTestApp({ DATA_DIR: dir });
});
afterAll(() => app?.close());

const open = async (path: string) => (await request(app.url).get(path).set('Accept', 'text/html')).text;

test.each([
  '/',
  '/portfolio',
  '/publishing',
  '/team',
  '/apps',
  '/careers',
  '/careers/apply',
  '/careers/apply?spontaneous=1',
  '/careers/apply/999',
  '/contact',
  '/delete-account',
  '/privacy-policy',
  '/terms-conditions',
  '/portfolio/nothing',
  '/portfolioOne/999',
  '/view-blog/999',
  '/nowhere',
])('%s of a site in Urdu is in Urdu, from right to left', async (path) => {
  const html = await open(path);
  expect(html).toMatch(/<html lang="ur" dir="rtl"/);
  expect(latinWords(html)).toEqual([]);
});

test('a form that is posted without scripts comes back in Urdu', async () => {
  const { text, status } = await request(app.url)
    .post('/contact')
    .set('Origin', app.url)
    .set('Accept', 'text/html')
    .field('name', '')
    .field('email', 'nobody');
  expect(status).toBe(422);
  expect(text).toContain('براہِ کرم اپنا نام بتائیں۔');
  expect(latinWords(text)).toEqual([]);
});

describe('an error page that needs no client', () => {
  const ofError = async (answer: request.Test) => {
    const { text, headers } = await answer.set('Accept', 'text/html');
    expect(text).toMatch(/^<!doctype html>\n<html lang="ur" dir="rtl">/);
    expect(text).not.toMatch(/<script|<link/);
    return latinWords(text.replace(headers['x-request-id'] ?? '', ''));
  };

  it('is in Urdu for a malformed address', async () => {
    expect(await ofError(request(app.url).get('/%ff'))).toEqual([]);
  });

  it('is in Urdu for a file that does not exist', async () => {
    expect(await ofError(request(app.url).get('/uploads/nothing.png'))).toEqual([]);
  });

  it('is in Urdu for a form of another site, and of a wrong type', async () => {
    const post = () => request(app.url).post('/contact');
    expect(await ofError(post().set('Origin', 'https://elsewhere.example').field('name', 'x'))).toEqual([]);
    const untyped = post().set('Origin', app.url).set('Content-Type', 'text/plain').send('name');
    expect(await ofError(untyped)).toEqual([]);
  });
});

test('a link to a preview that does not work says so in Urdu; links for people who work on the site do in English', async () => {
  const preview = await open(linkPath('preview', 'A'.repeat(22)));
  expect(preview).toMatch(/^<!doctype html>\n<html lang="ur" dir="rtl">/);
  expect(latinWords(preview)).toEqual([]);
  for (const kind of ['invite', 'reset'] as const) {
    const page = await open(linkPath(kind, 'A'.repeat(22)));
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('This link doesn’t work');
  }
});

test('browsers load the words of the language with the other scripts of a page', async () => {
  expect(await open('/')).toMatch(/data-scripts="[^"]*\/assets\/ur-/);
  const ofLegalTexts = /data-scripts="[^"]*\/assets\/ur-legal-/;
  expect(await open('/')).not.toMatch(ofLegalTexts);
  expect(await open('/privacy-policy')).toMatch(ofLegalTexts);
  expect(await open('/terms-conditions')).toMatch(ofLegalTexts);
});

test('the product’s legal texts tell the day of their last change in the language', async () => {
  expect(await open('/privacy-policy')).toMatch(
    /آخری تبدیلی: (<!-- -->)?<time dateTime="2026-11-28">28 نومبر، 2026</,
  );
});

test('the feed, the manifest and the head of a page name the language', async () => {
  expect(await open('/feed.xml')).toContain('<language>ur</language>');
  expect(await open('/jobs.xml')).toContain('نان گھر: خالی آسامیاں');
  expect(JSON.parse(await open('/site.webmanifest'))).toMatchObject({ lang: 'ur', dir: 'rtl' });
  const home = await open('/');
  expect(home).toContain('<meta property="og:locale" content="ur_PK"/>');
  expect(home).toContain('"inLanguage":"ur"');
});
