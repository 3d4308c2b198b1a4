// @module-tag deep/faults: the host is slow, and time passes
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../server/config.ts';
import { start } from '../../../server/main.ts';
import { pagesWithData, pagesWithoutData, publicData } from '../../support/public-pages.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

function get(app: { url: string }, path: string, headers: Record<string, string> = {}) {
  return request(app.url).get(path).set(asBrowser).set(headers);
}

/** Checks that the page has the site's layout and styles, and nothing that would load forever. */
function expectDesigned(html: string): void {
  expect(html).toContain('<nav');
  expect(html).toContain('<h1');
  expect(html).toContain('<footer');
  expect(html).toMatch(/<link rel="stylesheet"/);
  expect(html).not.toMatch(/Loading|aria-busy="true"/);
}

/** A host with the product in front of it, which waits `UPSTREAM_TIMEOUT_MS` for an answer. */
interface Lane {
  stub: StubUpstream;
  app: TestApp;
}

/** Clock of the breaker, in milliseconds; advanced so that the breaker is closed again in the next test. */
let now = 0;

async function startLane(environment: Record<string, string> = {}): Promise<Lane> {
  const stub = await startStubUpstream();
  return {
    stub,
    app: await startTestApp(
      { UPSTREAM_URL: stub.url, TRUST_PROXY: 'loopback', ...environment },
      { cache: { maxBytes: 0, now: () => now } },
    ),
  };
}

describe('a host that answers slowly, badly or never', () => {
  /** Most of these tests wait for an answer that never arrives, so they run concurrently, each with its own host. */
  const free: Lane[] = [];
  const waiting: ((lane: Lane) => void)[] = [];
  const atOnce = 10;
  let lanes: Lane[];
  /** Waits as long as the product does by default. */
  let patient: Lane;
  beforeAll(async () => {
    // Long enough for every real answer, even on a busy machine.
    lanes = await Promise.all(
      Array.from({ length: atOnce }, () => startLane({ UPSTREAM_TIMEOUT_MS: '1500' })),
    );
    free.push(...lanes);
    patient = await startLane();
    Object.assign(patient.stub.data, publicData());
  });
  afterAll(async () => {
    for (const { app, stub } of [...(lanes ?? []), ...(patient ? [patient] : [])]) {
      await app.close();
      await stub.close();
    }
  });

  /** Runs a test with a reset host that no other test uses meanwhile. */
  async function inLane(run: (lane: Lane) => Promise<void>): Promise<void> {
    const lane = free.pop() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)));
    try {
      lane.stub.reset();
      Object.assign(lane.stub.data, publicData());
      now += 10 * 60_000;
      await get(lane.app, '/storage/none.png');
      lane.stub.requests.length = 0;
      lane.app.logLines.length = 0;
      await run(lane);
    } finally {
      const next = waiting.shift();
      if (next) next(lane);
      else free.push(lane);
    }
  }

  /** Returns the log lines about failed reads of a request. */
  const failuresOf = ({ app }: Lane, id: string | undefined) =>
    app.logLines.filter((line) => line.id === id && line.msg === 'a read for a page failed');

  test.each(pagesWithData)('$path is whole while the host answers', async ({ path, always, main, side }) => {
    const { status, text, headers } = await get(patient.app, path);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    expectDesigned(text);
    for (const words of [always, ...Object.values(main), ...Object.values(side)])
      expect(text).toMatch(new RegExp(words));
  });

  test.concurrent.each(pagesWithData)(
    '$path stands while the whole host is silent',
    ({ path, always, main }) =>
      inLane(async (lane) => {
        const { stub, app } = lane;
        stub.misbehave({ kind: 'hang' });
        const { status, text, headers } = await get(app, path);
        const isNotice = Object.keys(main).length > 0;
        expect(status).toBe(isNotice ? 503 : 200);
        expect(headers['retry-after']).toBe(isNotice ? '30' : undefined);
        expect(headers['cache-control']).toBe('no-store');
        expect(headers.etag).toBeUndefined();
        expectDesigned(text);
        expect(text).toContain(always);
        if (isNotice) expect(text).toContain('We can’t show');
        const [first] = failuresOf(lane, headers['x-request-id']);
        expect(first).toMatchObject({ code: 'upstream.timeout', call: expect.any(String) });
      }),
  );

  test.concurrent.each(pagesWithoutData)('%s needs no host at all', (path) =>
    inLane(async (lane) => {
      const { stub, app } = lane;
      stub.misbehave({ kind: 'hang' });
      const { status, text } = await get(app, path);
      expect(status).toBe(200);
      expectDesigned(text);
    }),
  );

  const sides = pagesWithData.flatMap(({ path, always, main, side }) =>
    Object.entries(side).map(([call, section]) => ({ path, call, always, main, section })),
  );
  test.concurrent.each(sides)(
    '$path leaves a section out while $call is silent',
    ({ path, call, always, main, section }) =>
      inLane(async (lane) => {
        const { stub, app } = lane;
        stub.misbehave({ kind: 'hang' }, { path: call });
        const { status, text, headers } = await get(app, path);
        expect(status).toBe(200);
        expect(headers['cache-control']).toBe('no-store');
        expect(headers.etag).toBeUndefined();
        expectDesigned(text);
        for (const words of [always, ...Object.values(main)]) expect(text).toContain(words);
        const [, shown = ''] = /<main[^>]*>(.*)<\/main>/s.exec(text) ?? [];
        expect(shown).not.toContain(section);
        expect(shown).not.toMatch(/cannot be shown|Try again/);
        expect(failuresOf(lane, headers['x-request-id'])).toHaveLength(1);
      }),
  );

  const mains = pagesWithData.flatMap(({ path, main }) => Object.keys(main).map((call) => ({ path, call })));
  test.concurrent.each(mains)('$path is a notice while $call is silent', ({ path, call }) =>
    inLane(async (lane) => {
      const { stub, app } = lane;
      stub.misbehave({ kind: 'hang' }, { path: call });
      const { status, text, headers } = await get(app, path);
      expect([status, headers['retry-after']]).toEqual([503, '30']);
      expectDesigned(text);
      expect(text).toContain('We can’t show');
      expect(failuresOf(lane, headers['x-request-id'])[0]).toMatchObject({ code: 'upstream.timeout' });
    }),
  );

  test.concurrent.each([
    ['resets the connection', { kind: 'reset' }, 'upstream.unreachable'],
    ['cuts its answer', { kind: 'cutBody', afterBytes: 5 }, 'upstream.badAnswer'],
    ['drips', { kind: 'slowBody', bytesPerChunk: 1, everyMs: 50 }, 'upstream.timeout'],
    [
      'answers a page',
      { kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: '<p>hi' },
      'upstream.badAnswer',
    ],
    ['breaks', { kind: 'answer', status: 500, body: 'SQLSTATE secret' }, 'upstream.failed'],
    [
      'has had enough',
      { kind: 'answer', status: 429, body: '{"message":"Too Many Attempts."}' },
      'upstream.busy',
    ],
    [
      'wants a token',
      { kind: 'answer', status: 401, body: '{"message":"Unauthenticated."}' },
      'upstream.refused',
    ],
  ] as const)('a host that %s is named in the log and not on the page', (_what, rule, code) =>
    inLane(async (lane) => {
      const { stub, app } = lane;
      stub.misbehave(rule);
      const { status, text, headers } = await get(app, '/view-blog/1');
      expect([status, headers['retry-after']]).toEqual([503, '30']);
      expectDesigned(text);
      expect(text).not.toMatch(/SQLSTATE|Too Many Attempts|Unauthenticated|127\.0\.0\.1/);
      expect(failuresOf(lane, headers['x-request-id']).map((line) => line.code)).toContain(code);
    }),
  );

  test.concurrent('the reads of a page carry its request id and the address of its visitor', () =>
    inLane(async (lane) => {
      const { stub, app } = lane;
      const id = 'a-request-of-a-page';
      await get(app, '/view-blog/1', { 'x-request-id': id, 'x-forwarded-for': '203.0.113.9', cookie: 'a=b' });
      expect(stub.requests.length).toBeGreaterThan(1);
      for (const seen of stub.requests) {
        expect(seen.header('x-request-id')).toBe(id);
        expect(seen.header('x-forwarded-for')).toBe('203.0.113.9');
        expect(seen.header('accept')).toBe('application/json');
        expect(seen.header('cookie')).toBeUndefined();
      }
    }));

  test.concurrent.each(['/sitemap.xml', '/feed.xml', '/jobs.xml', '/share/post/1.png'])(
    '%s says to come back while the host is silent, and the log says why',
    (path) =>
      inLane(async (lane) => {
        const { stub, app } = lane;
        stub.misbehave({ kind: 'hang' });
        const { status, headers } = await get(app, path);
        expect([status, headers['retry-after']]).toEqual([503, '30']);
        expect(failuresOf(lane, headers['x-request-id'])[0]).toMatchObject({ code: 'upstream.timeout' });
        const [seen] = stub.requests;
        expect(seen?.header('x-request-id')).toBe(headers['x-request-id']);
      }),
  );
});

test('a visitor who leaves ends the reads, and is no line of failure', async () => {
  const { stub, app } = await startLane();
  try {
    stub.misbehave({ kind: 'hang' });
    const leaving = httpRequest(`${app.url}/view-blog/1`, { headers: asBrowser });
    leaving.on('error', () => {});
    leaving.end();
    await expect.poll(() => stub.requests.length).toBe(2);
    leaving.destroy();
    await expect.poll(() => app.logLines).toContainEqual(expect.objectContaining({ status: 499 }));
    // pino: 40 is a warning.
    expect(app.logLines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  } finally {
    await app.close();
    await stub.close();
  }
});

test('pages that are made at the same time have each their own reads and data', async () => {
  const { stub, app } = await startLane();
  try {
    Object.assign(stub.data, publicData());
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ids = { '/view-blog/1': 'id-of-the-post', '/portfolioOne/1': 'id-of-the-project' };
    stub.misbehave({ kind: 'gate', release: gate }, { path: '/api/singlePost/1' });
    stub.misbehave({ kind: 'gate', release: gate }, { path: '/api/getSingleProject/1' });
    const both = Object.entries(ids).map(([path, id]) => get(app, path, { 'x-request-id': id }));
    const pages = Promise.all(both);
    await expect.poll(() => stub.requestsTo('/api/singlePost/1')).toHaveLength(1);
    await expect.poll(() => stub.requestsTo('/api/getSingleProject/1')).toHaveLength(1);
    release();
    const [post, project] = await pages;

    const idsOf = (paths: RegExp) =>
      new Set(stub.requests.filter(({ url }) => paths.test(url)).map((seen) => seen.header('x-request-id')));
    expect(idsOf(/singlePost|activeBlogs/)).toEqual(new Set(['id-of-the-post']));
    expect(idsOf(/getSingleProject|getSingleCategory|getProjects/)).toEqual(new Set(['id-of-the-project']));

    const stateOf = (html = '') =>
      JSON.parse(/id="page-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}').queries.queries as {
        queryKey: unknown[];
      }[];
    const keysOf = (html?: string) => new Set(stateOf(html).map(({ queryKey }) => queryKey[0]));
    // The footer of a page that reads the posts has the newest one.
    expect(keysOf(post?.text)).toEqual(new Set(['singlePost', 'activeBlogs', 'news']));
    expect(keysOf(project?.text)).toEqual(new Set(['getSingleProject', 'getSingleCategory', 'getProjects']));
    expect(post?.text).toContain('The words.');
    expect(post?.text).not.toContain('It moves.');
    expect(project?.text).toContain('It moves.');
    expect(project?.text).not.toContain('The words.');
  } finally {
    await app.close();
    await stub.close();
  }
});

test('more than a silent host lets through are told to come back, in the frame of the site', async () => {
  // Longer than the wait for a slot, so the breaker is not open yet.
  const { stub, app } = await startLane({ UPSTREAM_TIMEOUT_MS: '2500' });
  try {
    stub.misbehave({ kind: 'hang' });
    const answers = await Promise.all(Array.from({ length: 60 }, () => get(app, '/publishing')));
    for (const { status, text, headers } of answers) {
      expect(status).toBe(503);
      expect(headers['cache-control']).toBe('no-store');
      expectDesigned(text);
    }
    const busy = answers.filter(({ headers }) => headers['retry-after'] === '10');
    expect(busy.length).toBeGreaterThan(0);
    expect(busy.length).toBeLessThan(60);
    const lineOf = (id = '') => app.logLines.find((line) => line.id === id && line.msg === 'request');
    expect(lineOf(busy[0]?.headers['x-request-id'])).toMatchObject({
      code: 'answer.busy',
      why: [{ cause: 'no_slot' }],
    });
    // The client does not take over such a page: it contains no state.
    for (const { text } of busy) {
      expect(text).toContain('Back in a moment');
      expect(text).not.toMatch(/type="module"|id="page-state"/);
    }
  } finally {
    await app.close();
    await stub.close();
  }
});

test('a burst of 100 on the embedded engine is answered by pages and honest notices', async () => {
  const app = await startTestApp({ SAMPLE_CONTENT: 'on' });
  try {
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(app, '/')));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(200);
    for (const { status, text, headers } of answers) {
      expectDesigned(text);
      expect(headers['retry-after']).toBe(status === 503 ? '10' : undefined);
    }
  } finally {
    await app.close();
  }
}, 180_000);

test('a fault of our own is a page in the frame of the site, with the id of the request and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-broken-'));
  const clientDir = resolve(process.env.TEST_CLIENT_DIR ?? 'dist/client');
  const real = pathToFileURL(join(clientDir, '../server/entry-server.js')).href;
  await writeFile(
    join(folder, 'entry-server.js'),
    `export { builtPaths, renderNotice } from ${JSON.stringify(real)};
     export async function render() { throw new Error('a secret of the stack'); }`,
  );
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const logLines: Record<string, unknown>[] = [];
  const running = await start(
    loadConfig({ PORT: '0', SAMPLE_CONTENT: 'off', DATA_DIR: join(folder, 'data') }),
    {
      clientDir,
      pagesDir: folder,
      logStream: { write: (line) => void logLines.push(JSON.parse(line)) },
    },
  );
  try {
    const { status, text, headers } = await get(running, '/publishing');
    expect(status).toBe(500);
    expect(headers['cache-control']).toBe('no-store');
    expectDesigned(text);
    const id = headers['x-request-id'] ?? '-';
    expect(text).toContain(`<code>${id}</code>`);
    expect(text).not.toContain('secret');
    const line = logLines.find((each) => each.id === id && each.msg === 'a page could not be rendered');
    expect(JSON.stringify(line)).toContain('a secret of the stack');
    const ended = logLines.find((each) => each.id === id && each.msg === 'request');
    expect(ended).toMatchObject({ status: 500, code: 'request.failed', why: [{ cause: 'bug' }] });
  } finally {
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
});
