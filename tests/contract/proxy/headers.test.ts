import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';
import type { SeenRequest } from '../../support/stub-upstream.ts';
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

const site = stubSite();
let calls: Awaited<ReturnType<typeof openWays>>;
beforeAll(async () => {
  calls = await openWays(site.app, site.stub);
});

const names = (seen: SeenRequest) =>
  seen.rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
/** Passes the CSRF check as same-origin; `hostile` has another Origin. */
const passable = { 'Sec-Fetch-Site': 'same-origin' };

describe.each(ways)('to the API host, through $name', (way) => {
  test('only headers of the allow-list go, each once, whatever the browser sends', async () => {
    await calls.send(way, { ...hostile, ...passable, Cookie: `${calls.cookie}; other=browser-secret` });

    expect(site.stub.requests).toHaveLength(1);
    const seen = site.stub.last();
    const given = names(seen);
    const known = way.path.startsWith('/api/singlePost')
      ? new Set([...mayReachUpstream, 'authorizaton'])
      : mayReachUpstream;
    expect(given.filter((name) => !known.has(name))).toEqual([]);
    expect(new Set(given).size).toBe(given.length);
    expect(seen.rawHeaders.join('\n')).not.toMatch(/browser-secret|6\.6\.6\.6|evil\.example|studio_session/);
    expect(seen.header('host')).toBe(new URL(site.stub.url).host);
    expect(seen.header('x-forwarded-for')).toMatch(/^(::ffff:)?127\.0\.0\.1$/);
    expect(seen.header('x-forwarded-proto')).toBe('http');
    expect(seen.header('x-forwarded-host')).toBe(new URL(site.app.url).host);
    expect(seen.header('x-request-id')).toMatch(/^[\w.-]{8,64}$/);
  });

  test('headers that Connection names do not go on', async () => {
    await calls.send(way, { ...passable, Connection: 'close, X-Anything, Authorization', 'X-Anything': '1' });
    expect(names(site.stub.last())).not.toContain('x-anything');
    expect(site.stub.last().header('connection')).toMatch(/^(close|keep-alive)$/);
  });

  test('the token goes with a session and with nothing else', async () => {
    await calls.send(way, { ...passable, Cookie: calls.cookie });
    const media = way.name === 'media';
    expect(site.stub.last().header('authorization')).toBe(
      media ? undefined : `Bearer ${site.stub.tokens.at(-1)}`,
    );
    const misspelled = way.path.startsWith('/api/singlePost')
      ? `Bearer ${site.stub.tokens.at(-1)}`
      : undefined;
    expect(site.stub.last().header('authorizaton')).toBe(misspelled);

    if (way.session) return;
    await calls.send(way, { ...passable, Cookie: 'studio_session=forged' });
    expect(names(site.stub.last())).not.toContain('authorization');
    expect(names(site.stub.last())).not.toContain('authorizaton');
  });

  test('path and query go as they came', async () => {
    await calls.send({ ...way, path: `${way.path}?page=2&q=%C3%A4+b%2F&q=` });
    expect(site.stub.last().url).toBe(`${way.path}?page=2&q=%C3%A4+b%2F&q=`);
    expect(site.stub.last().method).toBe(way.method);
  });
});

test('a body goes byte for byte, with its length and its type', async () => {
  const upload = ways.find((way) => way.body) as Way;
  const body = '{ "b" :\t"ü",\n"a":1 }';
  await calls.send({ ...upload, body }, { ...passable, 'Content-Type': 'application/json; charset=utf-8' });
  const seen = site.stub.last();
  expect(seen.body.toString()).toBe(body);
  expect(seen.header('content-length')).toBe(String(Buffer.byteLength(body)));
  expect(seen.header('content-type')).toBe('application/json; charset=utf-8');
  expect(names(seen)).not.toContain('transfer-encoding');
});

test('with TRUST_PROXY the proxy in front is believed, and with it the browser that it names', async () => {
  const behind = await startTestApp({ UPSTREAM_URL: site.stub.url, TRUST_PROXY: 'loopback' });
  await fetch(`${behind.url}/api/elsewhere`, {
    headers: {
      'X-Forwarded-For': '203.0.113.7',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'www.studio.example',
    },
  });
  await behind.close();
  expect(site.stub.last().header('x-forwarded-for')).toBe('203.0.113.7');
  expect(site.stub.last().header('x-forwarded-proto')).toBe('https');
  expect(site.stub.last().header('x-forwarded-host')).toBe('www.studio.example');
});

describe.each(ways)('to the browser, through $name', (way) => {
  const type = way.name === 'media' ? 'image/png' : 'application/json';
  const body = '{"status":1}';

  test('nothing of the host’s own comes, and our security headers stay', async () => {
    site.stub.misbehave({
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
        link: `<${site.stub.url}/x>; rel=preload`,
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
        location: `${site.stub.url}/x`,
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
    expect(text).not.toContain(new URL(site.stub.url).host);
  });

  test('answers to a session are kept by nobody', async () => {
    if (way.name === 'media') return;
    const cached = { 'cache-control': 'public, max-age=600', age: '5', vary: 'Accept-Language' };
    const headers = { 'content-type': type, ...cached };
    site.stub.misbehave({ kind: 'answer', status: 200, headers, body });
    const known = await calls.send(way, { ...passable, Cookie: calls.cookie });
    expect(known.headers['cache-control']).toBe('no-store');
    if (way.session) return;
    const visitor = await calls.send(way, passable);
    expect(visitor.headers['cache-control']).toBe('public, max-age=600');
    // The copy in a visitor's browser cache must not be used after a sign-in.
    expect(visitor.headers.vary).toMatch(/\bAccept-Language\b.*\bCookie\b/i);
  });
});

test.each<[string, string | null]>([
  ['HOST/api/other', '/api/other'],
  ['//evil.example/api/x', null],
  ['https://evil.example/api/x', null],
  ['/api/../admin', null],
])('a redirect to %s leads to %s', async (location, ours) => {
  const headers = { location: location.replace('HOST', site.stub.url) };
  site.stub.misbehave({ kind: 'answer', status: 302, headers });
  const answer = await fetch(`${site.app.url}/api/elsewhere`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, ours]);
  if (ours === null) expect(await answer.json()).toMatchObject({ code: 'upstream.badAnswer' });
});
