import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { isPublicRoute, routes } from '#shared/routes.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { head, sendRaw } from '../edge/raw-http.ts';

const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };

/** All addresses whose answers are the same for all visitors. */
const reads = rows
  .filter(({ freshSeconds, name }) => freshSeconds !== undefined && name !== 'getCategoryByTitle')
  .map((row) => callPath(row, { id: 1 }));
const pages = Object.values(routes)
  .filter((route) => isPublicRoute(route) && !route.includes(':fieldTitle'))
  .map((route) => route.replace(/:\w+/g, '1'));

let app: TestApp;
let now = 0;
beforeAll(async () => {
  const owner = { ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password };
  app = await startTestApp({ SAMPLE_CONTENT: 'on', ...owner }, { cache: { now: () => now } });
});
afterAll(() => app?.close());

/** Returns everything of an answer except what differs between two requests. */
async function ask(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await request(app.url + path, { method, headers });
  const text = Buffer.from(await answer.body.arrayBuffer()).toString('latin1');
  // Connection headers are left out, since a client may want the connection closed.
  const {
    date,
    age,
    connection,
    'x-request-id': id,
    'x-cache': cache,
    'keep-alive': alive,
    ...others
  } = answer.headers;
  expect(id).toMatch(/^[\w-]{36}$|^a-hit/);
  return { cache, age, text, same: { status: answer.statusCode, headers: others, text } };
}

test.each([...reads, ...pages])(
  '%s is given again as it was made, packed or not, stale, by HEAD and as 304',
  async (path) => {
    for (const coding of ['br', 'gzip', 'identity']) {
      now += 100 * 60 * 60_000;
      const headers = { 'accept-encoding': coding };
      const miss = await ask(path, headers);
      const hit = await ask(path, headers);
      expect([miss.same.status, miss.cache, hit.cache]).toEqual([200, 'MISS', 'HIT']);
      expect(hit.same).toEqual(miss.same);
      now += 6_000;
      const stale = await ask(path, headers);
      expect([stale.cache, stale.age]).toEqual(['STALE', '6']);
      expect(stale.same).toEqual(miss.same);
      // The refresh that it started ends before the clock moves on.
      await expect.poll(async () => (await ask(path, headers)).cache).toBe('HIT');
    }
    now += 100 * 60 * 60_000;
    const miss = await ask(path, {}, 'HEAD');
    const hit = await ask(path, {}, 'HEAD');
    expect(hit.same).toEqual(miss.same);
    const got = await ask(path);
    expect(got.same).toEqual({ ...hit.same, text: got.text });
    const again = await ask(path, { 'if-none-match': String(got.same.headers.etag) });
    expect([again.cache, again.same.status, again.text]).toEqual(['HIT', 304, '']);
  },
);

describe('the front door leaves to the passes', () => {
  test.each<Record<string, string>>([
    { 'x-http-method-override': 'DELETE' },
    { upgrade: 'websocket', connection: 'upgrade' },
    { 'content-length': '1' },
  ])('what they refuse: %j', async (headers) => {
    await ask('/publishing');
    expect((await ask('/publishing')).cache).toBe('HIT');
    const lines = { Host: new URL(app.url).host, Connection: 'close', ...headers };
    expect((await sendRaw(app.url, `${head('GET /publishing HTTP/1.1', lines)}x`)).status).toBe(400);
  });

  test('somebody with a session, who gets the shell and their own reads', async () => {
    const { cookie } = await signIn(app, credentials);
    await ask('/publishing');
    const page = await ask('/publishing', { cookie });
    expect(page.cache).toBeUndefined();
    expect(page.text).toContain('<div id="root"></div>');
    expect((await ask('/publishing', { cookie: cookie.replace(/=.*/, '=forged') })).cache).toBe('HIT');
  });
});

test('a page without its tracking parameters is the page, and a moved one keeps them', async () => {
  await ask('/publishing');
  expect((await ask('/publishing?utm_source=x')).cache).toBe('HIT');
  const { same } = await ask('/portfolio/film?utm_source=x&page=1');
  expect([same.status, same.headers.location]).toEqual([301, '/portfolio/Film?utm_source=x&page=1']);
});

test('what an admin changes is changed in every page at once', async () => {
  const { agent } = await signIn(app, credentials);
  await ask('/team');
  const [member] = (await agent.read('getTeam')).data;
  const before = await ask('/team');
  expect(before.text).toContain(member.name);
  await agent.read('deleteTeamMember', member.id);
  const after = await ask('/team');
  expect([before.cache, after.cache]).toEqual(['HIT', 'MISS']);
  expect(after.text).not.toContain(member.name);
});

test('a hit has its line in the log, like every request', async () => {
  const paths = ['/publishing', '/api/activeBlogs'];
  for (const path of paths) await ask(path);
  app.logLines.length = 0;
  for (const path of paths)
    expect((await ask(path, { 'x-request-id': `a-hit-of-${path.length}` })).cache).toBe('HIT');
  const lines = app.logLines.filter(({ msg }) => msg === 'request');
  const hit = { method: 'GET', status: 200, ip: '127.0.0.1', session: false };
  expect(lines).toMatchObject([
    { ...hit, id: 'a-hit-of-11', path: '/publishing' },
    { ...hit, id: 'a-hit-of-16', path: '/api/activeBlogs', row: 'activeBlogs' },
  ]);
  expect(lines[1]?.bytes).toBeGreaterThan(500);
});
