import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { head, openRaw, sendRaw } from './raw-http.ts';
import { signInCookie } from './sign-in-cookie.ts';

let upstream: StubUpstream;
let app: TestApp;

beforeAll(async () => {
  upstream = await startStubUpstream();
  app = await startTestApp({ UPSTREAM_URL: upstream.url, LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  await app.close();
  await upstream.close();
});
beforeEach(() => {
  upstream.reset();
  app.logLines.length = 0;
});

/**
 * Returns the log lines of requests when there are at least `count`. They are written after the answer, so the
 * browser may be ahead.
 */
async function lines(count = 1): Promise<Record<string, unknown>[]> {
  const all = () => app.logLines.filter((line) => line.msg === 'request');
  await expect.poll(() => all().length).toBeGreaterThanOrEqual(count);
  return all();
}

it('one line a request says who, what, how long and how much', async () => {
  const answer = await fetch(`${app.url}/api/activeBlogs?page=1`);
  const body = await answer.text();
  const [line] = await lines();

  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    msg: 'request',
    id: answer.headers.get('x-request-id'),
    trace: answer.headers.get('x-request-id')?.replaceAll('-', ''),
    method: 'GET',
    path: '/api/activeBlogs',
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
    ip: expect.stringContaining('127.0.0.1'),
    row: 'activeBlogs',
    session: false,
  });
  expect(line?.bytes).toBeGreaterThan(body.length);
  expect(app.logLines.filter((each) => each.msg === 'request')).toHaveLength(1);
});

it('a session is told, its holder is not', async () => {
  const cookie = await signInCookie(app, upstream);
  await fetch(`${app.url}/api/blogs`, { headers: { cookie } });
  expect((await lines(2)).at(-1)).toMatchObject({ row: 'blogs', session: true, status: 200 });
});

it.each([
  ['/', 200, 30],
  ['/healthz', 200, 20],
  ['/readyz', 200, 20],
  ['/nope', 404, 30],
  ['/api/blogs', 401, 40],
])('%s with %i has level %i', async (path, status, level) => {
  await fetch(app.url + path);
  expect((await lines())[0]).toMatchObject({ path, status, level });
});

it('a forged request is a warning, a failure of the upstream an error', async () => {
  await fetch(`${app.url}/api/logout`, { method: 'POST' });
  expect((await lines())[0]).toMatchObject({ status: 403, level: 40, row: 'logout' });
  upstream.misbehave({ kind: 'reset' });
  await fetch(`${app.url}/api/activeBlogs`);
  expect((await lines(2)).at(-1)).toMatchObject({ status: 502, level: 50 });
});

it('a visitor who leaves before the answer has a line as well', async () => {
  upstream.misbehave({ kind: 'hang' });
  const connection = await openRaw(app.url);
  connection.send(head('GET /api/activeBlogs HTTP/1.1'));
  await expect.poll(() => upstream.requests).toHaveLength(1);
  connection.destroy();
  expect((await lines())[0]).toMatchObject({ aborted: true, status: 499, path: '/api/activeBlogs' });
});

it('nothing that opens a door is ever in a line', async () => {
  const cookie = await signInCookie(app, upstream);
  const token = upstream.tokens.at(-1) as string;
  const [name, sealed] = cookie.split(/=(.*)/s) as [string, string];
  const { email, password } = upstream.admin;
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(app.url + path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'X-CSRF': '1', ...headers },
    });
  await post('/api/login', JSON.stringify({ email, password: 'wrong-password-1' }));
  await post('/api/login', `{"email": "${email}", "password": broken-json-secret}`);
  await fetch(`${app.url}/api/blogs?token=query-secret`, {
    headers: { cookie, authorization: 'Bearer own-secret' },
  });
  await sendRaw(app.url, head('GET http://user:url-secret@localhost/api HTTP/1.1', { Cookie: cookie }));
  await sendRaw(app.url, head('GET /%zz HTTP/1.1', { Cookie: cookie, 'X-Request-Id': 'id secret' }));
  await sendRaw(app.url, `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nbad header: 1\r\n\r\n`);
  upstream.misbehave({ kind: 'reset' });
  await post('/api/editBlog', '{"note":"body-secret"}', { cookie });
  await post('/api/unlisted?x=query-secret', '{"note":"body-secret"}', { cookie });
  upstream.misbehave({ kind: 'answer', status: 401, body: '{"status":0}' });
  await post('/api/logout', '', { cookie });
  await lines(9);

  const text = JSON.stringify(app.logLines);
  for (const secret of [
    token,
    sealed,
    decodeURIComponent(sealed),
    name,
    password,
    'wrong-password-1',
    'broken-json-secret',
    'query-secret',
    'own-secret',
    'url-secret',
    'id secret',
    'body-secret',
  ]) {
    expect(text, secret).not.toContain(secret);
  }
});

it('a path of kilobytes is cut', async () => {
  await fetch(`${app.url}/${'x'.repeat(5_000)}`);
  expect(String((await lines())[0]?.path)).toHaveLength(513);
});
