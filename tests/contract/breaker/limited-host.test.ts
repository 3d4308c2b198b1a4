// @module-tag deep/faults: a host counts its calls, and time passes
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { publicData } from '../../support/public-pages.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

const callsPerMinute = 60;
const minuteMs = 60_000;
/**
 * Popular addresses, read all the time. Cached for only 5 s, they would need twice the calls that the host allows.
 */
const wellKnown = [
  '/api/activeBlogs',
  '/api/getProjectCategory',
  '/api/getProjects/1',
  '/api/jobs',
  '/api/team',
  '/api/singlePost/1',
  '/api/singlePost/2',
  '/api/getSingleProject/1',
  '/publishing',
  '/careers',
];
const posts = 200;

let stub: StubUpstream;
let app: TestApp;
/** Clock of the product, and of the host's rate limit per minute. */
let now = 0;
let minute: number;
let used: number;
let refused: number;

/** Rate limiter in front of the stub: at most `callsPerMinute` calls a minute, then 429. */
const host = createServer((req, res) => {
  const current = Math.floor(now / minuteMs);
  if (current !== minute) [minute, used] = [current, 0];
  used += 1;
  if (used > callsPerMinute) {
    refused += 1;
    res.writeHead(429, { 'retry-after': '60', 'content-type': 'application/json' }).end('{"status":0}');
    return;
  }
  const { method, headers } = req;
  const passed = httpRequest(stub.url + req.url, { method, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 0, answer.headers);
    pipeline(answer, res, () => {});
  });
  passed.on('error', () => res.destroy());
  req.pipe(passed);
});

beforeAll(async () => {
  stub = await startStubUpstream({ isPrivate: false });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
});
beforeEach(async () => {
  const data = publicData();
  const [post] = data.blogs;
  Object.assign(stub.data, data, {
    blogs: Array.from({ length: posts }, (_, at) => ({ ...post, id: at + 1 })),
  });
  [now, minute, used, refused] = [0, -1, 0, 0];
  const { port } = host.address() as AddressInfo;
  app = await startTestApp({ UPSTREAM_URL: `http://127.0.0.1:${port}` }, { cache: { now: () => now } });
});
afterEach(() => app.close());
afterAll(async () => {
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  await stub.close();
});

/**
 * Simulates a busy site for this many seconds: two reads of popular addresses each second, and every 4 s one read of
 * an address not requested before.
 */
async function visit(seconds: number): Promise<string[]> {
  const failures: string[] = [];
  const get = async (path: string) => {
    const answer = await fetch(app.url + path);
    await answer.arrayBuffer();
    if (answer.status !== 200) failures.push(`${now / 1000}: ${answer.status} ${path}`);
  };
  for (let second = 0; second < seconds; second += 1) {
    now += 1_000;
    const known = [2 * second, 2 * second + 1].map((at) => wellKnown[at % wellKnown.length] as string);
    const isNew = second % 4 === 0;
    await Promise.all(
      [...known, ...(isNew ? [`/api/singlePost/${3 + Math.floor(now / 4_000)}`] : [])].map(get),
    );
  }
  return failures;
}

test('a host that allows 60 calls a minute says 429 in one; what is kept is given meanwhile, and from then on nobody notices', async () => {
  const first = await visit(120);
  expect(first.filter((line) => !line.includes('singlePost'))).toEqual([]);
  const refusedBefore = refused;
  expect(refusedBefore).toBeGreaterThan(0);
  expect(await visit(120)).toEqual([]);
  expect(refused).toBe(refusedBefore);
});
