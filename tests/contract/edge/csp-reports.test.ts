import { afterAll, beforeAll, expect, it } from 'vitest';
import { gradeOf } from '../../support/observatory.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { head, sendRaw } from './raw-http.ts';

let upstream: StubUpstream;
let app: TestApp;

beforeAll(async () => {
  upstream = await startStubUpstream();
  app = await startTestApp({
    UPSTREAM_URL: upstream.url,
    PUBLIC_URL: 'https://studio.example',
    TRUST_PROXY: 'on',
  });
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});

const report = JSON.stringify({
  'csp-report': {
    'document-uri': 'https://studio.example/view-blog/7?name=ayesha',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/steal?name=ayesha',
  },
});

/** Sends a report as a browser does, each time from a new address; `headers` override the defaults. */
let lastAddress = 0;
function send(
  body: string | Uint8Array<ArrayBuffer> = report,
  headers: Record<string, string> = {},
  from?: string,
) {
  lastAddress += 1;
  return fetch(`${app.url}/csp-report`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/csp-report',
      'X-Forwarded-For': from ?? `192.0.2.${lastAddress}`,
      ...headers,
    },
  });
}
const logged = () => app.logLines.filter(({ msg }) => String(msg).includes('content security policy'));

it('a report is taken without a header or session of ours, and its kind is logged once without paths or queries', async () => {
  const asked = upstream.requests.length;
  for (const cookie of ['', '__Host-studio_session=forged']) {
    const answer = await send(report, { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  expect(logged()).toEqual([
    expect.objectContaining({
      directive: 'script-src',
      blocked: 'https://evil.example',
      route: '/view-blog/:id',
    }),
  ]);
  expect(JSON.stringify(app.logLines)).not.toContain('ayesha');
  expect(upstream.requests.length).toBe(asked);
});

it('the newer form is taken too', async () => {
  const list = JSON.stringify([
    { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'eval' } },
  ]);
  expect((await send(list, { 'Content-Type': 'application/reports+json' })).status).toBe(204);
});

it.each([
  ['another type', 415, report, { 'Content-Type': 'application/json' }],
  ['a form', 415, report, { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['a compressed body', 415, report, { 'Content-Encoding': 'gzip' }],
  ['more than 16 KiB', 413, `"${'x'.repeat(16 * 1024)}"`, {}],
  ['what is no JSON', 400, '{', {}],
  ['what is no UTF-8', 400, Uint8Array.from([0x22, 0xff, 0x22]), {}],
])('%s is refused with %i', async (_name, status, body, headers) => {
  expect((await send(body, headers as Record<string, string>)).status).toBe(status);
});

it('16 KiB in chunks are the limit too', async () => {
  const chunk = 'x'.repeat(20_000);
  const bytes = `${head('POST /csp-report HTTP/1.1', {
    'Content-Type': 'application/csp-report',
    'Transfer-Encoding': 'chunked',
  })}${chunk.length.toString(16)}\r\n${chunk}\r\n`;
  expect((await sendRaw(app.url, bytes)).status).toBe(413);
});

it.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused with 405', async (method) => {
  const answer = await fetch(`${app.url}/csp-report`, { method });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('POST');
});

it.each(['/csp-report/', '/csp-reports', '/CSP-REPORT'])('%s is another address', async (path) => {
  expect((await fetch(app.url + path, { method: 'POST' })).status).not.toBe(415);
});

it('an address has ten a minute; the eleventh is told when to come back, and not in words', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 10; index += 1) statuses.push((await send(report, {}, '198.51.100.1')).status);
  expect(statuses).toEqual(Array(10).fill(204));
  const eleventh = await send(report, {}, '198.51.100.1');
  expect(eleventh.status).toBe(429);
  expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await eleventh.text()).toBe('');
  expect((await send()).status).toBe(204);
});

it.each([
  ['a public page', '/', 200],
  ['a page that is none', '/nope', 404],
  ['the admin area', '/admin/login', 200],
  ['an answer of the API', '/api/activeBlogs', 200],
  ['an error of the API', '/api/blogs', 401],
])('%s is graded A+ by the rules of the HTTP Observatory', async (_name, path, status) => {
  const answer = await fetch(app.url + path, {
    headers: { Origin: 'https://observatory.example', Accept: 'text/html' },
  });
  expect(answer.status).toBe(status);
  const graded = gradeOf({
    headers: Object.fromEntries(answer.headers),
    cookies: answer.headers.getSetCookie(),
    body: await answer.text(),
  });
  expect(graded).toMatchObject({ grade: 'A+', score: 140 });
  expect(answer.headers.get('content-type')).toMatch(/^(?:text\/html|application\/json); charset=utf-8$/);
});

it.each([
  '/.git/HEAD',
  '/.git/config',
  '/.env',
  '/package.json',
  '/server/main.ts',
  '/dist/client/index.html',
  '/data/session-secret',
  '/site.json',
])('no file of the project is served: %s', async (path) => {
  expect((await fetch(app.url + path)).status).toBe(404);
});

it('so is sign-in, with its cookies', async () => {
  const answer = await fetch(`${app.url}/api/login`, {
    method: 'POST',
    body: JSON.stringify(upstream.admin),
    headers: { 'Content-Type': 'application/json', 'X-CSRF': '1' },
  });
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  const graded = gradeOf({ headers: Object.fromEntries(answer.headers), cookies, body: '' });
  expect(graded).toMatchObject({ grade: 'A+', score: 145 });
});
