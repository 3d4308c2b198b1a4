import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pageForms, postPage } from '../../support/page-forms.ts';
import { publicData } from '../../support/public-pages.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

const asBrowser = { accept: 'text/html,*/*;q=0.8' };
const mainCall = '/api/singlePost/1';

let stub: StubUpstream;
/** Proxy in front of the stub that removes the headers which make its answers private. */
const forAll = createHttpServer((req, res) => {
  const { method, headers } = req;
  const passed = httpRequest(stub.url + req.url, { method, headers }, (answer) => {
    const { 'set-cookie': _cookies, 'cache-control': _rule, ...others } = answer.headers;
    res.writeHead(answer.statusCode ?? 0, others);
    pipeline(answer, res, () => {});
  });
  passed.on('error', () => req.socket.resetAndDestroy());
  req.pipe(passed);
});
/** Product without a cache: each page reads from the host. */
let alone: TestApp;
/** Product with a shared cache, as in production. */
let sharing: TestApp;
/** Clock of the cache, in milliseconds. */
let now = 0;

beforeAll(async () => {
  stub = await startStubUpstream();
  const frontUrl = await listening(forAll);
  const clock = { now: () => now };
  const aloneAt = { UPSTREAM_URL: stub.url, UPSTREAM_TIMEOUT_MS: '1500' };
  alone = await startTestApp(aloneAt, { cache: { maxBytes: 0, ...clock } });
  const environment = { UPSTREAM_URL: frontUrl, UPSTREAM_TIMEOUT_MS: '1500' };
  sharing = await startTestApp(environment, { cache: { maxBytes: 2 ** 25, ...clock } });
});
afterAll(async () => {
  await alone.close();
  await sharing.close();
  forAll.closeAllConnections();
  await new Promise((resolve) => forAll.close(resolve));
  await stub.close();
});
beforeEach(async () => {
  stub.reset();
  // Older than every stale entry that may be served, and longer than the breaker's longest wait.
  now += 100 * 3_600_000;
  for (const app of [alone, sharing]) await fetch(`${app.url}/storage/none.png`);
  stub.requests.length = 0;
  Object.assign(stub.data, publicData());
});

/** Returns the log line of the request with this id. */
async function lineOf(app: TestApp, id: string | null): Promise<Record<string, unknown>> {
  const find = () => app.logLines.find((line) => line.msg === 'request' && line.id === id);
  await expect.poll(find).toBeDefined();
  return find() ?? {};
}

async function ask(app: TestApp, path: string, headers: Record<string, string> = asBrowser) {
  const answer = await fetch(app.url + path, { headers });
  await answer.text();
  return { status: answer.status, line: await lineOf(app, answer.headers.get('x-request-id')) };
}

describe.each(['alone', 'for everybody'])(
  'the line of a page that is made %s names the call and the cause',
  (way) => {
    const app = () => (way === 'alone' ? alone : sharing);

    it.each([
      ['a cut connection', { kind: 'reset' } as const, 'reset'],
      ['silence', { kind: 'hang' } as const, 'headers_timeout'],
      ['no JSON', { kind: 'answer', status: 200, body: '<html>' } as const, 'bad_answer'],
      ['half an answer', { kind: 'cutBody', afterBytes: 20 } as const, 'body'],
      ['a failure of its own', { kind: 'answer', status: 500 } as const, 'status_500'],
      ['a failure of its proxy', { kind: 'answer', status: 503 } as const, 'status_503'],
      ['too many calls', { kind: 'answer', status: 429, body: '{"status":0}' } as const, 'status_429'],
    ])('%s', async (_what, misbehaviour, cause) => {
      stub.misbehave(misbehaviour, { path: mainCall });
      const { status, line } = await ask(app(), '/view-blog/1');
      expect({ status, level: line.level }).toEqual({ status: 503, level: 50 });
      // A page and its call to the host have the same timeout; either may end first.
      const known = cause === 'headers_timeout' ? expect.stringMatching(/^(headers_)?timeout$/) : cause;
      expect(line.why).toContainEqual({ call: 'singlePost', cause: known });
      // The host received the same request id that the log line contains.
      expect(stub.requestsTo(mainCall).map((seen) => seen.header('x-request-id'))).toContain(line.id);
    });

    it('a page that lacks a section says so, though it is whole enough for a visitor', async () => {
      stub.misbehave({ kind: 'reset' }, { path: '/api/activeBlogs' });
      const { status, line } = await ask(app(), '/view-blog/1');
      expect(status).toBe(200);
      expect(line.why).toEqual([{ call: 'activeBlogs', cause: 'reset' }]);
    });
  },
);

it('a page that waited for the call of another names the id that the host was sent', async () => {
  stub.misbehave({ kind: 'hang' }, { path: mainCall });
  const first = ask(sharing, '/view-blog/1', { ...asBrowser, 'x-request-id': 'the-one-that-asks' });
  await expect.poll(() => stub.requestsTo(mainCall)).toHaveLength(1);
  const second = await ask(sharing, '/view-blog/1', { ...asBrowser, 'x-request-id': 'the-one-that-waits' });
  const cause = expect.stringMatching(/^(headers_)?timeout$/);
  expect((await first).line.why).toContainEqual({ call: 'singlePost', cause });
  expect(second.line.why).toContainEqual({
    call: 'singlePost',
    cause,
    asked: 'the-one-that-asks',
  });
});

it('a call names its cause as a page does, and every error its code', async () => {
  stub.misbehave({ kind: 'reset' }, { path: '/api/activeBlogs' });
  expect((await ask(alone, '/api/activeBlogs')).line).toMatchObject({
    status: 502,
    code: 'upstream.unreachable',
    why: [{ call: 'activeBlogs', cause: 'reset' }],
  });
  const refused = await ask(alone, '/api/getJobs');
  expect(refused.line).toMatchObject({ status: 401, code: 'session.required' });
  expect(refused.line.why).toBeUndefined();
});

describe('a form of a visitor', () => {
  const { path, call, parts } = pageForms.contact;
  let sent = 0;
  /** Returns a new form each time: a repeated form would get the answer of the first. */
  const next = () => {
    sent += 1;
    return parts({ message: `Form ${sent}` });
  };
  const asCall = async () => {
    const answer = await fetch(alone.url + call, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': '1' },
      body: JSON.stringify(
        Object.fromEntries(next().map((part) => [part.name, 'text' in part ? part.text : ''])),
      ),
    });
    return lineOf(alone, answer.headers.get('x-request-id'));
  };
  const asPage = async () => lineOf(alone, (await postPage(alone, path, next())).get('x-request-id') ?? null);

  it.each([
    ['a call', asCall, 202],
    ['a post of its page', asPage, 303],
  ])('that is kept says in its line why: as %s', async (_what, send, status) => {
    stub.misbehave({ kind: 'reset' }, { path: call });
    expect(await send()).toMatchObject({
      row: 'contactUs',
      status,
      level: 30,
      why: [{ call: 'contactUs', cause: 'reset' }],
    });
  });

  it.each([
    [
      'has no such call',
      { status: 404, body: '{"message":"Not found."}' },
      502,
      'host.callMissing',
      'call_missing',
    ],
    ['gives no answer', { status: 302, headers: { location: '/' } }, 502, 'upstream.badAnswer', 'bad_answer'],
  ])(
    'that is posted by its page to a host that %s says so too',
    async (_what, answer, status, code, cause) => {
      stub.misbehave({ kind: 'answer', ...answer }, { path: call });
      expect(await asPage()).toMatchObject({ status, code, why: [{ call: 'contactUs', cause }] });
    },
  );

  it('that a host refuses has a code, and nothing has failed', async () => {
    const body = JSON.stringify({ status: 0, message: 'No.', errors: { email: ['No.'] } });
    const headers = { 'content-type': 'application/json' };
    stub.misbehave({ kind: 'answer', status: 422, headers, body }, { path: call });
    const line = await asPage();
    expect(line).toMatchObject({ status: 422, code: 'fields.invalid' });
    expect(line.why).toBeUndefined();
  });
});

describe('a host that is not there', () => {
  it.each([
    ['refuses', 'http', () => closedPort(), 'refused'],
    ['has no address', 'http', async () => 'no-such-host.invalid', 'dns'],
    ['speaks no TLS', 'https', () => plainSpeaker(), 'tls'],
  ])('%s', async (_what, scheme, place, cause) => {
    const app = await startTestApp({ UPSTREAM_URL: `${scheme}://${await place()}` });
    try {
      expect((await ask(app, '/view-blog/1')).line.why).toContainEqual({ call: 'singlePost', cause });
      expect((await ask(app, '/api/activeBlogs')).line.why).toEqual([{ call: 'activeBlogs', cause }]);
    } finally {
      await app.close();
    }
  });
});

async function closedPort(): Promise<string> {
  const server = createServer();
  const url = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return new URL(url).host;
}

/** Answers a TLS handshake as a plain HTTP server does. */
async function plainSpeaker(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'));
  });
  server.unref();
  return new URL(await listening(server)).host;
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

describe('assets', () => {
  it('have no line of their own unless one asks for them, but when they fail', async () => {
    const html = await (await fetch(alone.url, { headers: asBrowser })).text();
    const asset = /\/assets\/[\w.-]+\.(?:css|js)/.exec(html)?.[0] ?? '';
    expect((await fetch(alone.url + asset)).status).toBe(200);
    expect((await fetch(`${alone.url}/favicon.ico`)).status).toBe(200);
    expect((await fetch(`${alone.url}/assets/gone.js`)).status).toBe(404);
    const linesOf = (path: string) => alone.logLines.filter((line) => line.path === path);
    await expect.poll(() => linesOf('/assets/gone.js')).toHaveLength(1);
    expect([...linesOf(asset), ...linesOf('/favicon.ico')]).toEqual([]);
  });

  it('have one at LOG_LEVEL=debug', async () => {
    const app = await startTestApp({ UPSTREAM_URL: stub.url, LOG_LEVEL: 'debug' });
    try {
      await fetch(`${app.url}/favicon.ico`);
      await expect
        .poll(() => app.logLines)
        .toContainEqual(expect.objectContaining({ path: '/favicon.ico', level: 20 }));
    } finally {
      await app.close();
    }
  });
});

describe('traces (W3C Trace Context)', () => {
  const given = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'a=1' };

  it('of a caller who is no trusted proxy is not taken', async () => {
    const { line } = await ask(alone, '/api/activeBlogs', given);
    expect(line.trace).toBe(String(line.id).replaceAll('-', ''));
    expect(stub.last().header('traceparent')).toMatch(new RegExp(`^00-${line.trace}-[0-9a-f]{16}-01$`));
    expect(stub.last().header('tracestate')).toBeUndefined();
  });

  it('of a trusted proxy goes on to the host, with our part in it, and into the line', async () => {
    const app = await startTestApp({ UPSTREAM_URL: stub.url, TRUST_PROXY: 'loopback' });
    try {
      const { line } = await ask(app, '/api/activeBlogs', given);
      expect(line.trace).toBe('0af7651916cd43dd8448eb211c80319c');
      const sent = stub.last().header('traceparent') ?? '';
      expect(sent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
      expect(sent).not.toContain('b7ad6b7169203331');
      expect(stub.last().header('tracestate')).toBe('a=1');
      // The log line of a file or a cached answer contains the trace id of its request too.
      const kept = await ask(app, '/assets/gone.js', given);
      expect(kept.line.trace).toBe('0af7651916cd43dd8448eb211c80319c');
      const broken = await ask(app, '/api/activeBlogs', { traceparent: `${given.traceparent}x` });
      expect(broken.line.trace).not.toBe('0af7651916cd43dd8448eb211c80319c');
      expect(stub.last().header('traceparent')).toContain(String(broken.line.trace));
    } finally {
      await app.close();
    }
  });
});
