import { beforeEach, describe, expect, it } from 'vitest';
import { publicData } from '../../support/public-pages.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';

const asBrowser = { accept: 'text/html,*/*;q=0.8' };
const mainCall = '/api/singlePost/1';

/** Clock of the cache, in milliseconds. */
let now = 0;
const cache = { maxBytes: 2 ** 25, now: () => now };
/** Reads are shared by visitors, as in production. */
const site = stubSite({ UPSTREAM_TIMEOUT_MS: '1500' }, { cache, host: { isPrivate: false } });

beforeEach(async () => {
  // Older than every stale entry that may be served, and longer than the breaker's longest wait.
  now += 100 * 3_600_000;
  await fetch(`${site.app.url}/storage/none.png`);
  site.stub.requests.length = 0;
  site.stub.fill(publicData());
});

/** Returns the log line of the request with this id. */
async function lineOf(id: string | null | undefined, app: TestApp = site.app) {
  const find = () => app.logLines.find((line) => line.msg === 'request' && line.id === id);
  await expect.poll(find).toBeDefined();
  return find() ?? {};
}

async function ask(path: string, headers: Record<string, string> = asBrowser, app = site.app) {
  const answer = await fetch(app.url + path, { headers });
  await answer.text();
  return lineOf(answer.headers.get('x-request-id'), app);
}

// A page and its call to the host have the same timeout; either may end first.
const silence = expect.stringMatching(/^(headers_)?timeout$/);

it.each([
  [{ kind: 'reset' }, 'reset'],
  [{ kind: 'hang' }, silence],
  [{ kind: 'answer', status: 200, body: '<html>' }, 'bad_answer'],
  [{ kind: 'cutBody' }, 'body'],
  [{ kind: 'answer', status: 500 }, 'status_500'],
  [{ kind: 'answer', status: 503 }, 'status_503'],
  [{ kind: 'answer', status: 429, body: '{"status":0}' }, 'status_429'],
] as const)('the line of a page names the call and the cause: %j', async (rule, cause) => {
  site.stub.misbehave(rule, { path: mainCall });
  const line = await ask('/view-blog/1');
  expect(line).toMatchObject({ status: 503, level: 50 });
  expect(line.why).toContainEqual({ call: 'singlePost', cause });
  // The host received the same request id that the log line contains.
  expect(site.stub.requestsTo(mainCall).map((seen) => seen.header('x-request-id'))).toContain(line.id);
});

it('a page that lacks a section says so, and a call names its cause as a page does', async () => {
  site.stub.misbehave({ kind: 'reset' }, { path: '/api/activeBlogs' });
  const why = [{ call: 'activeBlogs', cause: 'reset' }];
  expect(await ask('/view-blog/1')).toMatchObject({ status: 200, why });
  expect(await ask('/api/activeBlogs')).toMatchObject({ status: 502, code: 'upstream.unreachable', why });
  const refused = await ask('/api/getJobs');
  expect(refused).toMatchObject({ status: 401, code: 'session.required' });
  expect(refused.why).toBeUndefined();
});

it.each([
  ['refused', () => 'http://127.0.0.1:1'],
  ['dns', () => 'http://no-such-host.invalid'],
  ['tls', () => site.app.url.replace('http', 'https')],
])('a host that is not there: %s', async (cause, url) => {
  const app = await startTestApp({ UPSTREAM_URL: url() });
  expect((await ask('/view-blog/1', asBrowser, app)).why).toContainEqual({ call: 'singlePost', cause });
  expect((await ask('/api/activeBlogs', asBrowser, app)).why).toEqual([{ call: 'activeBlogs', cause }]);
  await app.close();
});

describe('traces (W3C Trace Context)', () => {
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const given = { traceparent: `00-${trace}-b7ad6b7169203331-01` };

  it('of a caller who is no trusted proxy is not taken', async () => {
    const line = await ask('/api/jobs', given);
    expect(line.trace).toBe(String(line.id).replaceAll('-', ''));
    expect(site.stub.last().header('traceparent')).toMatch(new RegExp(`^00-${line.trace}-[0-9a-f]{16}-01$`));
  });

  it('of a trusted proxy goes on to the host, with our part in it, and into the line', async () => {
    const app = await startTestApp({ UPSTREAM_URL: site.stub.url, TRUST_PROXY: 'loopback' });
    const { stub } = site;
    expect((await ask('/api/jobs', given, app)).trace).toBe(trace);
    expect(stub.last().header('traceparent')).toMatch(
      new RegExp(`^00-${trace}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`),
    );
    // The log line of a file contains the trace id of its request too.
    expect((await ask('/assets/gone.js', given, app)).trace).toBe(trace);
    const broken = await ask('/api/jobs', { traceparent: `${given.traceparent}x` }, app);
    expect(broken.trace).not.toBe(trace);
    expect(stub.last().header('traceparent')).toContain(String(broken.trace));
    await app.close();
  });
});
