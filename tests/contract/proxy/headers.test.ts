import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type SeenRequest, type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { mayReachUpstream } from '../../support/upstream-headers.ts';
import { openWays, type Way, ways } from './ways.ts';

/** Headers that a hostile or careless client may send. */
const hostile: Record<string, string> = {
  Authorization: 'Bearer browser-secret',
  Authorizaton: 'Bearer browser-secret',
  'Proxy-Authorization': 'Basic browser-secret',
  'X-Forwarded-For': '6.6.6.6',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'gopher',
  'X-Real-IP': '6.6.6.6',
  'X-Original-URL': '/admin',
  'X-Rewrite-URL': '/admin',
  Forwarded: 'for=6.6.6.6',
  TE: 'trailers',
  Trailer: 'X-Late',
  'Keep-Alive': 'timeout=9999',
  'Accept-Encoding': 'gzip',
  'If-Range': '"1"',
  Origin: 'http://evil.example',
  Referer: 'http://evil.example/',
  'X-Anything': 'browser-secret',
};

let stub: StubUpstream;
let app: TestApp;
let calls: Awaited<ReturnType<typeof openWays>>;

beforeAll(async () => {
  stub = await startStubUpstream();
  app = await startTestApp({ UPSTREAM_URL: stub.url });
  calls = await openWays(app, stub);
});
beforeEach(() => stub.reset());
afterAll(async () => {
  await app?.close();
  await stub?.close();
});

const names = (seen: SeenRequest) =>
  seen.rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
/** Passes the CSRF check as same-origin; `hostile` has another Origin. */
const passable = { 'Sec-Fetch-Site': 'same-origin' };

describe.each(ways)('to the API host, through $name', (way) => {
  test('only headers of the allow-list go, each once, whatever the browser sends', async () => {
    await calls.send(way, { ...hostile, ...passable, Cookie: `${calls.cookie}; other=browser-secret` });

    expect(stub.requests).toHaveLength(1);
    const seen = stub.last();
    const given = names(seen);
    const known = way.path.startsWith('/api/singlePost')
      ? new Set([...mayReachUpstream, 'authorizaton'])
      : mayReachUpstream;
    expect(given.filter((name) => !known.has(name))).toEqual([]);
    expect(new Set(given).size).toBe(given.length);
    expect(seen.rawHeaders.join('\n')).not.toMatch(/browser-secret|6\.6\.6\.6|evil\.example|studio_session/);
    expect(seen.header('host')).toBe(new URL(stub.url).host);
    expect(seen.header('x-forwarded-for')).toMatch(/^(::ffff:)?127\.0\.0\.1$/);
    expect(seen.header('x-forwarded-proto')).toBe('http');
    expect(seen.header('x-forwarded-host')).toBe(new URL(app.url).host);
    expect(seen.header('x-request-id')).toMatch(/^[\w.-]{8,64}$/);
  });

  test('headers that Connection names do not go on', async () => {
    await calls.send(way, { ...passable, Connection: 'close, X-Anything, Authorization', 'X-Anything': '1' });
    expect(names(stub.last())).not.toContain('x-anything');
    expect(stub.last().header('connection')).toMatch(/^(close|keep-alive)$/);
  });

  test('the token goes with a session and with nothing else', async () => {
    await calls.send(way, { ...passable, Cookie: calls.cookie });
    const media = way.name === 'media';
    expect(stub.last().header('authorization')).toBe(media ? undefined : `Bearer ${stub.tokens.at(-1)}`);
    const misspelled = way.path.startsWith('/api/singlePost') ? `Bearer ${stub.tokens.at(-1)}` : undefined;
    expect(stub.last().header('authorizaton')).toBe(misspelled);

    if (way.session) return;
    await calls.send(way, { ...passable, Cookie: 'studio_session=forged' });
    expect(names(stub.last())).not.toContain('authorization');
    expect(names(stub.last())).not.toContain('authorizaton');
  });

  test('path and query go as they came', async () => {
    await calls.send({ ...way, path: `${way.path}?page=2&q=%C3%A4+b%2F&q=` });
    expect(stub.last().url).toBe(`${way.path}?page=2&q=%C3%A4+b%2F&q=`);
    expect(stub.last().method).toBe(way.method);
  });
});

test('a body goes byte for byte, with its length and its type', async () => {
  const upload = ways.find((way) => way.body) as Way;
  const body = '{ "b" :\t"ü",\n"a":1 }';
  await calls.send({ ...upload, body }, { ...passable, 'Content-Type': 'application/json; charset=utf-8' });
  const seen = stub.last();
  expect(seen.body.toString()).toBe(body);
  expect(seen.header('content-length')).toBe(String(Buffer.byteLength(body)));
  expect(seen.header('content-type')).toBe('application/json; charset=utf-8');
  expect(names(seen)).not.toContain('transfer-encoding');
});

test('with TRUST_PROXY the proxy in front is believed, and with it the browser that it names', async () => {
  const behind = await startTestApp({ UPSTREAM_URL: stub.url, TRUST_PROXY: 'loopback' });
  await fetch(`${behind.url}/api/elsewhere`, {
    headers: {
      'X-Forwarded-For': '203.0.113.7',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'www.studio.example',
    },
  });
  await behind.close();
  expect(stub.last().header('x-forwarded-for')).toBe('203.0.113.7');
  expect(stub.last().header('x-forwarded-proto')).toBe('https');
  expect(stub.last().header('x-forwarded-host')).toBe('www.studio.example');
});

describe.each(ways)('to the browser, through $name', (way) => {
  const type = way.name === 'media' ? 'image/png' : 'application/json';
  const body = '{"status":1}';

  test('nothing of the host’s own comes, and our security headers stay', async () => {
    stub.misbehave({
      kind: 'answer',
      status: 200,
      headers: {
        'content-type': type,
        'content-length': String(body.length),
        'set-cookie': ['laravel_session=1; path=/', 'XSRF-TOKEN=2'],
        server: 'nginx/1.2.3',
        'x-powered-by': 'PHP/8',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'content-security-policy': "default-src * 'unsafe-inline'",
        'content-security-policy-report-only': 'x',
        'x-frame-options': 'ALLOWALL',
        'x-content-type-options': 'sniff',
        'referrer-policy': 'unsafe-url',
        'strict-transport-security': 'max-age=1',
        'cross-origin-resource-policy': 'cross-origin',
        'permissions-policy': 'camera=*',
        'clear-site-data': '"*"',
        refresh: '0;url=http://evil.example',
        link: `<${stub.url}/x>; rel=preload`,
        'report-to': '{}',
        nel: '{}',
        'alt-svc': 'h3=":443"',
        'x-accel-redirect': '/etc/passwd',
        'x-request-id': 'host-id-12345',
        'www-authenticate': 'Basic realm="host"',
        'service-worker-allowed': '/',
        sourcemap: '/x.map',
        connection: 'close, ETag',
        etag: '"hop-by-hop"',
        location: `${stub.url}/x`,
      },
      body,
    });

    const { status, headers, text } = await calls.send(way);

    expect(status).toBe(200);
    expect(Object.keys(headers).sort()).toEqual(
      [
        'cache-control',
        'connection',
        'content-length',
        'content-security-policy',
        'content-type',
        'cross-origin-opener-policy',
        'cross-origin-resource-policy',
        'date',
        'permissions-policy',
        'referrer-policy',
        'x-content-type-options',
        'x-frame-options',
        'x-request-id',
      ].sort(),
    );
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['x-request-id']).not.toBe('host-id-12345');
    expect(text).not.toContain(new URL(stub.url).host);
  });

  test('answers to a session are kept by nobody', async () => {
    if (way.name === 'media') return;
    stub.misbehave({
      kind: 'answer',
      status: 200,
      headers: {
        'content-type': type,
        'content-length': String(body.length),
        'cache-control': 'public, max-age=600',
        expires: 'Thu, 01 Jan 2037 00:00:00 GMT',
        age: '5',
      },
      body,
    });
    const { headers } = await calls.send(way, { ...passable, Cookie: calls.cookie });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('expires');

    if (way.session) return;
    const visitor = await calls.send(way, passable);
    expect(visitor.headers['cache-control']).toBe('public, max-age=600');
    // The copy in a visitor's browser cache must not be used after a sign-in.
    expect(visitor.headers.vary).toMatch(/\bCookie\b/);
  });
});

test.each([
  ['its own address of /api', '/api/other?x=1'],
  ['its own address of media', '/storage/y.png'],
])('a redirect to %s leads to ours', async (_name, path) => {
  for (const location of [`${stub.url}${path}`, path]) {
    stub.misbehave({ kind: 'answer', status: 302, headers: { location } }, { times: 1 });
    const answer = await fetch(`${app.url}/api/elsewhere`, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(path);
  }
});

test.each([
  '//evil.example/api/x',
  '/\\evil.example/api',
  'https://evil.example/api/x',
  '/admin',
  '/api/../admin',
  '/storagefoo/x',
  'javascript:alert(1)',
])('a redirect to %s leads nowhere', async (location) => {
  stub.misbehave({ kind: 'answer', status: 302, headers: { location } });
  const answer = await fetch(`${app.url}/api/elsewhere`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toBeNull();
  expect(await answer.json()).toMatchObject({ status: 0, code: 'upstream.badAnswer' });
});
