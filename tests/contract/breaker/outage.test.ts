// @module-tag deep/faults: the host goes away and comes back
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { openWays, ways } from '../proxy/ways.ts';

const json = { 'content-type': 'application/json' };
const emptyList = { status: 1, data: { data: [], current_page: 1, last_page: 1, per_page: 10, total: 0 } };
const posts = callPath(contract.activeBlogs);
const jobs = callPath(contract.jobs);

let stub: StubUpstream;
let app: TestApp;
let calls: Awaited<ReturnType<typeof openWays>>;
let now = 0;

beforeAll(async () => {
  stub = await startStubUpstream();
  app = await startTestApp({ UPSTREAM_URL: stub.url }, { cache: { now: () => now } });
  calls = await openWays(app, stub);
});
beforeEach(async () => {
  stub.reset();
  // The breaker's own call closes it again.
  await expect.poll(async () => (await hostStatus()).state, { timeout: 60_000 }).toBe('up');
  await get(jobs);
  stub.reset();
});
afterAll(async () => {
  await app?.close();
  await stub?.close();
});

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(app.url + path, { headers });
  const text = await answer.text();
  const body = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  return {
    status: answer.status,
    code: body?.code as string | undefined,
    body,
    text,
    cache: answer.headers.get('x-cache'),
    retryAfter: answer.headers.get('retry-after'),
  };
}

/** Requests that the host received, except the breaker's own calls, whose times vary. */
const asked = () => stub.requests.filter(({ method }) => method !== 'HEAD');

const hostStatus = async () =>
  (await get(callPath(contract.siteStatus), { Cookie: calls.cookie })).body.data.host;

/** Makes the host answer every call with an empty shared list. */
const hostHasLists = () =>
  stub.misbehave({ kind: 'answer', status: 200, headers: json, body: JSON.stringify(emptyList) });

async function goDown(): Promise<void> {
  stub.reset();
  stub.misbehave({ kind: 'reset' });
  for (let i = 0; i < 5; i++) expect((await get('/storage/none.png')).status).toBe(502);
  await expect.poll(async () => (await get('/readyz')).status).toBe(503);
  stub.requests.length = 0;
}

describe('a host that is down', () => {
  test.each(ways)('is not asked by $name: 503 at once, and when to come back', async (way) => {
    await goDown();
    const answer = await calls.send(way);
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: 'upstream.down' });
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(asked()).toEqual([]);
  });

  test('is told to admins and to whoever asks /readyz, and not to balancers', async () => {
    hostHasLists();
    await get('/publishing');
    const before = Date.now();
    now += 3_600_000;
    expect(await hostStatus()).toEqual({ state: 'up', since: null, oldest_page_at: null });
    await goDown();
    const { state, since, oldest_page_at } = await hostStatus();
    expect(state).toBe('down');
    expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
    expect(before - Date.parse(oldest_page_at)).toBeGreaterThan(3_500_000);
    expect((await get('/readyz')).status).toBe(503);
    expect((await get('/readyz?self=1')).status).toBe(200);
    expect(asked()).toEqual([]);
  });

  test('is stood in for by what was read within a day; for the rest there is a page that says so', async () => {
    hostHasLists();
    expect([(await get('/publishing')).status, (await get(posts)).status]).toEqual([200, 200]);
    now += 20 * 3_600_000;
    await goDown();
    for (const path of ['/publishing', posts]) {
      expect(await get(path)).toMatchObject({ status: 200, cache: 'STALE' });
    }
    const missing = await get('/portfolio');
    expect(missing.status).toBe(503);
    expect(missing.retryAfter).toMatch(/^[1-9]\d*$/);
    expect(missing.text).toContain('<h1');
    expect(asked()).toEqual([]);
  });

  test('is back by itself', async () => {
    await goDown();
    stub.reset();
    await expect.poll(() => stub.requests.map(({ method }) => method), { timeout: 30_000 }).toContain('HEAD');
    await expect.poll(async () => (await hostStatus()).state).toBe('up');
    expect((await get('/readyz')).status).toBe(200);
  });
});
