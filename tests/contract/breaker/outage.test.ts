// @module-tag deep/faults: the host goes away and comes back
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { openWays, ways } from '../proxy/ways.ts';

const json = { 'content-type': 'application/json' };
const hour = 3_600_000;
const [posts, jobs] = ['/api/activeBlogs', '/api/jobs'];

let stub: StubUpstream;
let app: TestApp;
let calls: Awaited<ReturnType<typeof openWays>>;
let session: Record<string, string>;
let now = 0;

const start = async (environment: Record<string, string> = {}) => {
  const all = { UPSTREAM_URL: stub.url, PUBLIC_URL: 'http://studio.example', ...environment };
  app = await startTestApp(all, { cache: { now: () => now } });
};
const restart = async (environment: Record<string, string> = {}) => {
  await app.close({ keepData: true });
  now = 0;
  await start({ DATA_DIR: app.dataDir, ...environment });
};
beforeAll(async () => {
  stub = await startStubUpstream();
  await start();
  calls = await openWays(app, stub);
  session = { Cookie: calls.cookie };
});
beforeEach(async () => {
  stub.reset();
  // The breaker's own call closes it again.
  await expect.poll(async () => (await hostStatus()).state, { timeout: 60_000 }).toBe('up');
  await get(jobs);
  stub.reset();
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await app?.close();
  await stub?.close();
});

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(app.url + path, { headers });
  const { status } = answer;
  const text = await answer.text();
  const body = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  const [cache, age, again] = ['x-cache', 'age', 'retry-after'].map((name) => answer.headers.get(name));
  return { status, text, body, code: body?.code as string | undefined, cache, age: Number(age), again };
}

/** Requests that the host received, except the breaker's own calls, whose times vary. */
const asked = () => stub.requests.filter(({ method }) => method !== 'HEAD');
const hostStatus = async () => (await get('/api/siteStatus', session)).body.data.host;

/** Makes the host answer every read with a shared list of one post, or of none. */
function hostHas(title?: string) {
  stub.reset();
  const post = {
    id: 1,
    blog_title: title,
    blog_image: '/storage/a.png',
    description: '<p>Words.</p>',
    is_active: 1,
    created_at: '2026-01-02T00:00:00.000Z',
    updated_at: '2026-01-02T00:00:00.000Z',
  };
  const data = {
    data: title ? [post] : [],
    current_page: 1,
    last_page: 1,
    per_page: 10,
    total: title ? 1 : 0,
  };
  const body = JSON.stringify({ status: 1, data });
  stub.misbehave({ kind: 'answer', status: 200, headers: json, body }, { method: 'GET' });
}

async function goDown() {
  stub.reset();
  stub.misbehave({ kind: 'reset' });
  for (let i = 0; i < 5; i++) expect((await get('/storage/none.png')).status).toBe(502);
  await expect.poll(async () => (await get('/readyz')).status).toBe(503);
  stub.requests.length = 0;
}

test.each(ways)(
  'a host that is down is not asked by $name: 503 at once, and when to come back',
  async (way) => {
    await goDown();
    const answer = await calls.send(way);
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: 'upstream.down' });
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(asked()).toEqual([]);
  },
);

test('a host that is down is told to admins and to whoever asks /readyz, and not to balancers', async () => {
  hostHas();
  await get('/publishing');
  const before = Date.now();
  now += hour;
  expect(await hostStatus()).toEqual({ state: 'up', since: null, oldest_page_at: null });
  await goDown();
  const { state, since, oldest_page_at } = await hostStatus();
  expect(state).toBe('down');
  expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
  expect(before - Date.parse(oldest_page_at)).toBeGreaterThan(0.97 * hour);
  expect((await get('/readyz')).status).toBe(503);
  expect((await get('/readyz?self=1')).status).toBe(200);
  expect(asked()).toEqual([]);
  stub.reset();
  await expect.poll(() => stub.requests.map(({ method }) => method), { timeout: 30_000 }).toContain('HEAD');
  await expect.poll(async () => (await hostStatus()).state).toBe('up');
  expect((await get('/readyz')).status).toBe(200);
});

test('a host that is down is stood in for by what was read within a day; for the rest there is a page that says so', async () => {
  hostHas();
  for (const path of ['/publishing', posts]) expect((await get(path)).status).toBe(200);
  now += 20 * hour;
  await goDown();
  for (const path of ['/publishing', posts])
    expect(await get(path)).toMatchObject({ status: 200, cache: 'STALE' });
  const missing = await get('/portfolio');
  expect([missing.status, missing.again]).toEqual([503, expect.stringMatching(/^[1-9]\d*$/)]);
  expect(missing.text).toContain('<h1');
  expect(asked()).toEqual([]);
});

/** Content of all files in the disk cache. */
async function keptText() {
  const folder = join(app.dataDir, 'kept');
  const names = await readdir(folder).catch(() => []);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

test('pages and reads outlive a restart in front of a dead host, until something changes', async () => {
  await restart();
  hostHas('A post of before');
  expect((await get('/publishing')).text).toContain('A post of before');
  // Answers to a session are not written to disk.
  hostHas('Only for the admin');
  await get(`${posts}?page=1`, session);
  vi.setSystemTime(Date.now() + hour);
  await goDown();
  await restart();
  const page = await get('/publishing');
  expect(page).toMatchObject({
    status: 200,
    cache: 'STALE',
    text: expect.stringContaining('A post of before'),
  });
  expect(page.age).toBeGreaterThanOrEqual(3_600);
  expect(page.age).toBeLessThan(3_700);
  expect((await get(`${posts}?page=1`)).text).toContain('A post of before');
  expect((await get('/portfolio')).status).toBe(503);
  expect(await keptText()).not.toContain('Only for the admin');
  // With another public address, no cached answer is used.
  await restart({ PUBLIC_URL: 'http://other.example' });
  expect((await get('/publishing')).status).toBe(503);
});

test('what an admin has changed is not given after a restart as it was', async () => {
  await restart();
  hostHas('A title of before');
  await get('/publishing');
  await restart();
  expect(await keptText()).toContain('A title of before');
  const headers = { ...session, 'X-CSRF': '1' };
  await (await fetch(`${app.url}/api/deleteBlog/9`, { method: 'POST', headers })).arrayBuffer();
  await goDown();
  await restart();
  expect((await get('/publishing')).status).toBe(503);
});
