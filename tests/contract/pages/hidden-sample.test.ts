import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

/** Search engines must not index the invented company at the address of a real one. */

const credentials = { email: 'owner@studio.example', password: 'correct horse battery' };
const company: SiteJson = { name: 'Backhaus Ost', email: 'office@backhaus.example' };
const owner = { ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password };
// With https, the browser of the test would not send the session cookie over its plain connection.
const publicUrl = 'http://backhaus.example';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ...owner, PUBLIC_URL: publicUrl });
});
afterAll(async () => {
  await app?.close();
});

const get = (path: string, { url } = app) => request(url).get(path).set('Accept', 'text/html').buffer(true);
const warnings = ({ logLines }: TestApp) =>
  logLines.filter(({ msg }) => String(msg).startsWith('Search engines are asked not to index this site'));

it('hides the invented company at a public address, until a company is saved', async () => {
  for (const path of ['/', '/', '/contact', '/favicon.ico', '/nope', '/api/activeBlogs?page=1'])
    expect([path, (await get(path)).headers['x-robots-tag']]).toEqual([path, 'noindex']);
  expect((await get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
  expect((await get('/sitemap.xml')).status).toBe(404);
  expect(warnings(app)).toHaveLength(1);

  const { agent: admin } = await signIn(app, credentials);
  expect((await admin.get('/admin/site')).headers['x-robots-tag']).toBe('noindex');
  const saved = await admin.post(callPath(contract.updateSite)).send({ site: company });
  expect(saved.status, saved.text).toBe(200);

  for (const path of ['/', '/', '/contact', '/favicon.ico', '/api/activeBlogs?page=1'])
    expect([path, (await get(path)).headers['x-robots-tag']]).toEqual([path, undefined]);
  expect((await get('/robots.txt')).text).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
  expect((await get('/sitemap.xml')).text).toContain(`${publicUrl}/contact`);
});

it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://studio.localhost'])(
  'hides nothing at %s',
  async (address) => {
    const local = await startTestApp({ ...owner, PUBLIC_URL: address });
    expect((await get('/', local)).headers).not.toHaveProperty('x-robots-tag');
    expect((await get('/sitemap.xml', local)).status).toBe(200);
    expect(warnings(local)).toEqual([]);
    await local.close();
  },
);
