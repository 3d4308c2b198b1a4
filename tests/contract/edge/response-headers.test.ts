import { afterAll, beforeAll, expect, it } from 'vitest';
import { securityHeaders } from '../../../server/http/security-headers.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { head, type RawAnswer, sendRaw } from './raw-http.ts';

let upstream: StubUpstream;
let app: TestApp;
let secure: TestApp;

beforeAll(async () => {
  upstream = await startStubUpstream();
  app = await startTestApp({ UPSTREAM_URL: upstream.url });
  secure = await startTestApp({ UPSTREAM_URL: upstream.url, PUBLIC_URL: 'https://studio.example' });
});
afterAll(async () => {
  await app.close();
  await secure.close();
  await upstream.close();
});

const json = { 'Content-Type': 'application/json', 'X-CSRF': '1' };
const shellTag = async () => (await sendRaw(app.url, head('GET / HTTP/1.1'))).headers.etag ?? '';

/** One request for each kind of answer that the server gives, with the status that proves its kind. */
const kinds: [kind: string, status: number, bytes: () => string | Promise<string>][] = [
  ['a page', 200, () => head('GET / HTTP/1.1')],
  ['a page by HEAD', 200, () => head('HEAD / HTTP/1.1', { Connection: 'close' })],
  [
    'a page that has not changed',
    304,
    async () => head('GET / HTTP/1.1', { 'If-None-Match': await shellTag() }),
  ],
  ['a page that is none', 404, () => head('GET /nope HTTP/1.1', { Accept: 'text/html' })],
  ['an asset that is none', 404, () => head('GET /assets/none.js HTTP/1.1')],
  ['health', 200, () => head('GET /healthz HTTP/1.1')],
  ['readiness', 200, () => head('GET /readyz HTTP/1.1')],
  ['a read', 200, () => head('GET /api/activeBlogs HTTP/1.1')],
  ['a session call', 200, () => head('GET /api/session HTTP/1.1')],
  ['a call that is none', 404, () => head('GET /api/blogs/x HTTP/1.1')],
  ['a medium that is none', 404, () => head('GET /storage/none.png HTTP/1.1')],
  ['OPTIONS', 204, () => head('OPTIONS /api/activeBlogs HTTP/1.1')],
  ['a malformed target', 400, () => head('GET /%zz HTTP/1.1')],
  ['no HTTP', 400, () => 'nonsense\r\n\r\n'],
  ['no session', 401, () => head('GET /api/blogs HTTP/1.1')],
  ['no proof of origin', 403, () => head('POST /api/logout HTTP/1.1', { 'Content-Length': '0' })],
  ['a wrong method', 405, () => head('POST /api/activeBlogs HTTP/1.1', { ...json, 'Content-Length': '0' })],
  ['an unusual method', 405, () => head('TRACE / HTTP/1.1')],
  ['a tunnel', 405, () => head('CONNECT evil.example:443 HTTP/1.1')],
  ['an expectation', 417, () => head('GET / HTTP/1.1', { Expect: 'x' })],
  ['an upgrade', 400, () => head('GET / HTTP/1.1', { Connection: 'Upgrade', Upgrade: 'websocket' })],
  ['headers too large', 431, () => head('GET / HTTP/1.1', { 'X-Y': 'y'.repeat(20_000) })],
  ['bad JSON', 400, () => `${head('POST /api/login HTTP/1.1', { ...json, 'Content-Length': '1' })}{`],
];

it.each(kinds)(
  '%s (%i) carries every security header once, and nothing of the machinery',
  async (_kind, status, bytes) => {
    const answer = await sendRaw(app.url, await bytes());

    expect(answer.status).toBe(status);
    expectSecured(answer, 'http://localhost');
  },
);

it.each(kinds.filter(([, status]) => status !== 304))(
  '%s (%i) on https also has HSTS',
  async (_kind, status, bytes) => {
    const answer = await sendRaw(secure.url, await bytes());

    expect(answer.status).toBe(status);
    expectSecured(answer, 'https://studio.example');
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  },
);

it('an upstream that fails, hangs up or sends headers of its own changes none of it', async () => {
  upstream.misbehave({ kind: 'answer', status: 500, body: 'SQLSTATE at /srv/www' }, { times: 1 });
  expectSecured(await sendRaw(app.url, head('GET /api/activeBlogs HTTP/1.1')), 'http://localhost');
  upstream.misbehave({ kind: 'reset' });
  expectSecured(
    await sendRaw(app.url, head('GET /api/unlisted HTTP/1.1', { Connection: 'close' })),
    'http://localhost',
  );
  upstream.reset();
  const lax = {
    'content-type': 'application/json',
    'content-security-policy': '*',
    'x-powered-by': 'PHP/5.2',
    server: 'Apache',
    'access-control-allow-origin': '*',
    'x-frame-options': 'ALLOWALL',
  };
  upstream.misbehave({ kind: 'answer', status: 200, headers: lax, body: '{"status":1}' });
  const answer = await sendRaw(app.url, head('GET /api/unlisted HTTP/1.1', { Connection: 'close' }));
  expect(answer.status).toBe(200);
  expectSecured(answer, 'http://localhost');
  upstream.reset();
});

it('every answer of the app has an id, the one that was given if it is safe', async () => {
  const own = await sendRaw(app.url, head('GET /api/nope%zz HTTP/1.1'));
  expect(own.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  const given = await sendRaw(app.url, head('GET / HTTP/1.1', { 'X-Request-Id': 'lb-0123456789' }));
  expect(given.headers['x-request-id']).toBe('lb-0123456789');
});

it('the upstream sees the id that the browser gets', async () => {
  const answer = await fetch(`${app.url}/api/activeBlogs`);
  expect(upstream.last().header('x-request-id')).toBe(answer.headers.get('x-request-id'));
});

function expectSecured(answer: RawAnswer, publicUrl: string): void {
  for (const [name, value] of securityHeaders(new URL(publicUrl))) {
    expect(answer.headers[name.toLowerCase()], name).toBe(value);
  }
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'origin-agent-cluster']) {
    expect(answer.headers).not.toHaveProperty(name);
  }
}
