import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { signIn } from '../../support/sign-in.ts';
import { stubSite } from '../../support/stub-site.ts';
import { head, openRaw, sendRaw } from './raw-http.ts';

const site = stubSite({ LOG_LEVEL: 'debug' });
beforeEach(() => {
  site.app.logLines.length = 0;
});

/**
 * Returns the log lines of requests when there are at least `count`. They are written after the answer, so the
 * browser may be ahead.
 */
async function lines(count = 1) {
  const all = () => site.app.logLines.filter((line) => line.msg === 'request');
  await expect.poll(() => all().length).toBeGreaterThanOrEqual(count);
  return all();
}

it('one line a request says who, what, how long and how much', async () => {
  const answer = await fetch(`${site.app.url}/api/activeBlogs?page=1`);
  const id = answer.headers.get('x-request-id');
  const [line] = await lines();
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    msg: 'request',
    id,
    trace: id?.replaceAll('-', ''),
    method: 'GET',
    path: '/api/activeBlogs',
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
    ip: expect.stringContaining('127.0.0.1'),
    row: 'activeBlogs',
    session: false,
  });
  expect(line?.bytes).toBeGreaterThan((await answer.text()).length);
  expect(await lines()).toHaveLength(1);
});

it('a failure of the upstream is an error; a session is told, its holder is not', async () => {
  await fetch(`${site.app.url}/api/blogs`, { headers: { cookie: site.cookie } });
  expect((await lines())[0]).toMatchObject({ row: 'blogs', session: true, status: 200 });
  site.stub.misbehave({ kind: 'reset' });
  await fetch(`${site.app.url}/api/activeBlogs`);
  expect((await lines(2)).at(-1)).toMatchObject({ status: 502, level: 50 });
});

const silent = { kind: 'hang' } as const;
const dripping = { kind: 'slowBody' } as const;

it.each([
  ['/', silent],
  ['/api/jobs', dripping],
  ['/api/unlisted', dripping],
  ['/storage/a.png', silent],
])('a visitor who leaves %s before it is whole has a line, and is no error', async (path, rule) => {
  site.stub.misbehave(rule);
  const connection = await openRaw(site.app.url);
  connection.send(head(`GET ${path} HTTP/1.1`, { Accept: 'text/html, */*' }));
  await expect.poll(() => site.stub.requests.length).toBeGreaterThan(0);
  connection.socket.resetAndDestroy();
  expect((await lines())[0]).toMatchObject({ aborted: true, path });
  await setImmediate();
  expect(site.app.logLines.filter((line) => Number(line.level) >= 40)).toEqual([]);
});

it('nothing that opens a door is ever in a line', async () => {
  const { app, stub } = site;
  const { cookie } = await signIn(app, stub.admin);
  const token = stub.tokens.at(-1) as string;
  const [name = '', sealed = ''] = cookie.split(/=(.*)/s);
  const { email, password } = stub.admin;
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(app.url + path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'X-CSRF': '1', ...headers },
    });
  await post('/api/login', JSON.stringify({ email, password: 'wrong-password' }));
  await post('/api/login', `{"email": "${email}", "password": broken-json-secret}`);
  const headers = { cookie, authorization: 'Bearer own-secret' };
  await fetch(`${app.url}/api/blogs?token=query-secret`, { headers });
  await sendRaw(app.url, head('GET http://user:url-secret@localhost/api HTTP/1.1', { Cookie: cookie }));
  await sendRaw(app.url, head('GET /%zz HTTP/1.1', { Cookie: cookie, 'X-Request-Id': 'id secret' }));
  await sendRaw(app.url, head('GET / HTTP/1.1', { Cookie: cookie, 'bad header': '1' }));
  stub.misbehave({ kind: 'reset' });
  await post('/api/editBlog', '{"note":"body-secret"}', { cookie });
  await post('/api/unlisted?x=query-secret', '{"note":"body-secret"}', { cookie });
  stub.misbehave({ kind: 'answer', status: 401, body: '{"status":0}' });
  await post('/api/logout', '', { cookie });
  await lines(9);

  const text = JSON.stringify(app.logLines);
  for (const secret of [
    token,
    sealed,
    decodeURIComponent(sealed),
    name,
    password,
    'wrong-password',
    'secret',
  ])
    expect(text, secret).not.toContain(secret);
});
