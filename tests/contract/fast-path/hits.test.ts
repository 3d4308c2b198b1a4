import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { rows } from '#shared/contract/index.ts';
import { isPublicRoute, routes } from '#shared/routes.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };
const params = { id: 1, categoryId: 1, jobId: 1, fieldTitle: 'none' };

/** All addresses whose answers are the same for all visitors. */
const reads = rows
  .filter(({ freshSeconds, name }) => freshSeconds !== undefined && name !== 'getCategoryByTitle')
  .map((row) => callPath(row, params));
const pages = Object.values(routes)
  .filter((route) => isPublicRoute(route) && !route.includes(':fieldTitle'))
  .map((route) => route.replace(/:\w+/g, '1'));

let app: TestApp;
let now = 0;

beforeAll(async () => {
  app = await startTestApp(
    { SAMPLE_CONTENT: 'on', ADMIN_EMAIL: credentials.email, ADMIN_PASSWORD: credentials.password },
    { cache: { now: () => now } },
  );
});
afterAll(() => app?.close());

/** Returns everything of an answer except what differs between two requests. */
async function ask(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await request(app.url + path, { method, headers });
  const body = Buffer.from(await answer.body.arrayBuffer());
  const { 'x-request-id': id, date, age, 'x-cache': cache, ...described } = answer.headers;
  // Connection headers, since a client may want the connection closed.
  const { connection: _connection, 'keep-alive': _keepAlive, ...others } = described;
  expect(id).toMatch(/^[\w-]{36}$/);
  expect(date).toBeDefined();
  return { cache, age, same: { status: answer.statusCode, headers: others, body: body.toString('base64') } };
}

describe.each([...reads, ...pages])('%s', (path) => {
  test.each(['br', 'gzip', 'identity'])('as %s is given again as it was made', async (coding) => {
    now += 100 * 60 * 60_000;
    const headers = { 'accept-encoding': coding };
    const miss = await ask(path, headers);
    const hit = await ask(path, headers);
    expect([miss.cache, hit.cache]).toEqual(['MISS', 'HIT']);
    expect(miss.same.status).toBe(200);
    expect(hit.same).toEqual(miss.same);
    now += 6_000;
    const stale = await ask(path, headers);
    expect([stale.cache, stale.age]).toEqual(['STALE', '6']);
    expect(stale.same).toEqual(miss.same);
    // The refresh that it started ends before the clock moves on.
    await expect.poll(async () => (await ask(path, headers)).cache).toBe('HIT');
  });

  test('has one head for GET and HEAD, and one 304', async () => {
    now += 100 * 60 * 60_000;
    const miss = { head: await ask(path, {}, 'HEAD') };
    const hit = { get: await ask(path), head: await ask(path, {}, 'HEAD') };
    expect(hit.head.same).toEqual(miss.head.same);
    expect(hit.get.same).toEqual({ ...hit.head.same, body: hit.get.same.body });
    const condition = { 'if-none-match': String(hit.get.same.headers.etag) };
    const again = await ask(path, condition);
    now += 100 * 60 * 60_000;
    const anew = await ask(path, { 'if-none-match': '*' });
    expect([again.cache, anew.cache]).toEqual(['HIT', 'MISS']);
    expect([again.same.status, again.same.body]).toEqual([304, '']);
    const { etag: _hit, ...hitHeaders } = again.same.headers;
    const { etag: _miss, ...missHeaders } = anew.same.headers;
    expect(missHeaders).toEqual(hitHeaders);
  });
});

describe('a built file', () => {
  test.each(['br', 'gzip', 'identity'])('as %s is the same with and without Express', async (coding) => {
    const page = await (await fetch(app.url)).text();
    const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((found) => found[1] ?? '');
    expect(files.length).toBeGreaterThan(3);
    for (const file of ['/robots.txt', ...files].filter((each) => each.startsWith('/assets/'))) {
      const headers = { 'accept-encoding': coding };
      const atOnce = await ask(file, headers);
      // The fast path handles no address with a query.
      const byExpress = await ask(`${file}?x`, headers);
      expect(atOnce.same).toEqual(byExpress.same);
      const condition = { ...headers, 'if-none-match': String(atOnce.same.headers.etag) };
      expect((await ask(file, condition)).same).toEqual((await ask(`${file}?x`, condition)).same);
      expect((await ask(file, headers, 'HEAD')).same).toEqual((await ask(`${file}?x`, headers, 'HEAD')).same);
    }
  });
});

describe('the front door leaves to the passes', () => {
  test.each([
    ['a method override', { 'x-http-method-override': 'DELETE' }, 400],
    ['an upgrade', { upgrade: 'websocket', connection: 'upgrade' }, 400],
    ['a body', { 'content-length': '1' }, 400],
  ])('%s', async (_name, headers, status) => {
    await ask('/publishing');
    expect((await ask('/publishing')).cache).toBe('HIT');
    const { sendRaw, head } = await import('../edge/raw-http.ts');
    const lines = { Host: new URL(app.url).host, Connection: 'close', ...headers };
    const answer = await sendRaw(app.url, `${head('GET /publishing HTTP/1.1', lines)}x`);
    expect(answer.status).toBe(status);
  });

  test('somebody with a session, who gets the shell and their own reads', async () => {
    const { cookie } = await signIn(app, credentials);
    await ask('/publishing');
    const page = await ask('/publishing', { cookie });
    expect(page.cache).toBeUndefined();
    expect(Buffer.from(page.same.body, 'base64').toString()).toContain('<div id="root"></div>');
    const forged = await ask('/publishing', { cookie: `${cookie.split('=', 1)[0]}=forged` });
    expect(forged.cache).toBe('HIT');
  });
});

test('a page without its tracking parameters is the page, and a moved one keeps them', async () => {
  await ask('/publishing');
  expect((await ask('/publishing?utm_source=x')).cache).toBe('HIT');
  const moved = await ask('/portfolio/film?utm_source=x&page=1');
  expect([moved.same.status, moved.same.headers.location]).toEqual([
    301,
    '/portfolio/Film?utm_source=x&page=1',
  ]);
});

test('what an admin changes is changed in every page at once', async () => {
  const { agent } = await signIn(app, credentials);
  const path = '/team';
  await ask(path);
  const team = (await agent.get('/api/getTeam')).body.data.data as { id: number; name: string }[];
  const [member] = team;
  const before = await ask(path);
  expect(before.cache).toBe('HIT');
  const answer = await agent.post(`/api/deleteTeamMember/${member?.id}`);
  expect(answer.status).toBe(200);
  const after = await ask(path);
  expect(after.cache).toBe('MISS');
  expect(Buffer.from(before.same.body, 'base64').toString()).toContain(member?.name);
  expect(Buffer.from(after.same.body, 'base64').toString()).not.toContain(member?.name);
});

test('a hit has its line in the log, like every request', async () => {
  await ask('/publishing');
  app.logLines.length = 0;
  await ask('/publishing', { 'x-request-id': 'a-hit-of-a-page' }).catch(() => {});
  await ask('/api/activeBlogs');
  await ask('/api/activeBlogs');
  const lines = app.logLines.filter(({ msg }) => msg === 'request');
  expect(lines.map(({ path, row, status }) => [path, row, status])).toEqual([
    ['/publishing', undefined, 200],
    ['/api/activeBlogs', 'activeBlogs', 200],
    ['/api/activeBlogs', 'activeBlogs', 200],
  ]);
  expect(lines[0]).toMatchObject({ id: 'a-hit-of-a-page', method: 'GET', ip: '127.0.0.1', session: false });
  expect(Object.keys(lines[2] ?? {})).toEqual(Object.keys(lines[1] ?? {}));
  expect(lines[2]?.bytes).toBeGreaterThan(500);
});
