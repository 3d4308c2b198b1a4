import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';
import { head, openRaw, sendRaw } from './raw-http.ts';

const site = stubSite();
const lines = (text: string) => text.trim().split('\n');
const withHost = (path: string, host: string) =>
  sendRaw(site.app.url, Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 'latin1'));
const get = (path: string) => sendRaw(site.app.url, head(`GET ${path} HTTP/1.1`));
/** Sends a change with a session. */
const post = (path: string, type = '', body = '') =>
  sendRaw(
    site.app.url,
    head(`POST ${path} HTTP/1.1`, {
      'X-CSRF': '1',
      Cookie: site.cookie,
      'Content-Length': String(body.length),
      ...(type && { 'Content-Type': type }),
    }) + body,
  );

describe('the Host of a request (RFC 9112 §3.2)', () => {
  it.each(['/healthz', '/careers', '/api/activeBlogs', '/storage/x.png', '/robots.txt'])(
    '%s with two Host lines, or without one: 400, and the connection closes',
    async (path) => {
      for (const hosts of ['Host: localhost\r\nhost: evil.example\r\n', 'Host: a\r\nHost: a\r\n', '']) {
        const connection = await openRaw(site.app.url);
        connection.send(`GET ${path} HTTP/1.1\r\n${hosts}\r\n`);
        const answer = await connection.answer();
        await connection.closed();
        expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'request.badHost']);
        expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
        expect(site.stub.requests).toEqual([]);
      }
    },
  );

  it.each([
    '',
    'localhost,evil.example',
    'local\thost',
    'loc\xe4lhost',
    'a'.repeat(300),
    ...lines(String.raw`
localhost, evil.example
localhost/evil
user@localhost
http://localhost
local host
localhost:http
localhost:65536
localhost:80:80
[::1
[localhost]
::1
local%68ost
local"host
localhost\evil
localhost?x
localhost#x
:80`),
  ])('%j is no host: 400', async (host) => {
    for (const path of ['/healthz', '/api/activeBlogs']) {
      const answer = await withHost(path, host);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: expect.stringMatching(/^request\./) });
      expect(site.stub.requests).toEqual([]);
    }
  });

  it.each(
    lines(`
LOCALHOST:8080
studio.example.
my_service:3000
xn--studi-lua.example
127.0.0.1
[2001:db8::7]:3000
localhost:`),
  )('%s is a host', async (host) => {
    expect((await withHost('/healthz', host)).status).toBe(200);
  });

  it('HTTP/1.0 may leave it out, and a person who asks for a page gets a page', async () => {
    expect((await sendRaw(site.app.url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
    const answer = await withHost('/', 'a b\r\nAccept: text/html');
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toContain('text/html');
  });
});

describe('a method in disguise', () => {
  it.each(
    lines(`
_method=DELETE
page=1&_method=DELETE
_method
_METHOD=delete
%5Fmethod=DELETE
_metho%64=DELETE
_method[]=DELETE
.method=DELETE
%20_method=DELETE
+_method=DELETE
[method=DELETE
_method%00x=DELETE
page=1;_method=DELETE
x=%zz&_method=DELETE`),
  )('in the query, ?%s: 400', async (query) => {
    for (const answer of [await post(`/api/deleteBlog/1?${query}`), await get(`/api/activeBlogs?${query}`)])
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'request.methodRefused']);
    expect(site.stub.requests).toEqual([]);
  });

  it.each(['{"_method":"DELETE"}', '{"a":1,"\\u005fmethod":"DELETE"}', '{"_METHOD":"DELETE"}'])(
    'in a JSON body, %s: 400',
    async (body) => {
      for (const path of ['/api/unlisted', '/api/updateJobStatus/1', '/api/login']) {
        const answer = await post(path, 'application/json', body);
        expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'request.methodRefused']);
      }
      expect(site.stub.requests).toEqual([]);
    },
  );

  it('as a field of a form: 422, and the field is named; no call takes an url-encoded form: 415', async () => {
    const form = '--x\r\nContent-Disposition: form-data; name="_method"\r\n\r\nDELETE\r\n--x--\r\n';
    const answer = await post('/api/saveBlog', 'multipart/form-data; boundary=x', form);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.body).errors).toHaveProperty('_method');
    const encoded = await post('/api/unlisted', 'application/x-www-form-urlencoded', '_method=DELETE');
    expect(encoded.status).toBe(415);
    expect(site.stub.requests).toEqual([]);
  });

  it.each(['method=x', '_methods=x', 'x_method=x', 'x=_method', '_met%hod=x'])(
    '?%s is none',
    async (query) => {
      expect((await get(`/api/activeBlogs?${query}`)).status).toBe(200);
    },
  );
});

describe('bytes behind a whole request', () => {
  const whole = (headers = {}) => head('GET /api/elsewhere HTTP/1.1', headers);

  /** Sends a request and what is behind it while the host still works on the request; returns all that came back. */
  async function behind(first: string, later: string[] = []) {
    const release = site.stub.hold('/api/elsewhere');
    const connection = await openRaw(site.app.url);
    connection.send(first);
    await expect.poll(() => site.stub.requestsTo('/api/elsewhere')).toHaveLength(1);
    for (const piece of later) {
      connection.send(piece);
      await setImmediate();
    }
    release();
    return await connection.closed();
  }

  it.each<[string, () => Promise<string>]>([
    ['a stray body', () => behind(`${whole()}{"a":1}`)],
    ['line ends and garbage', () => behind(`${whole()}\r\n\r\nGARBAGE\r\n\r\n`)],
    ['a request that cannot be read', () => behind(`${whole()}GET /x HTTP/1.1\r\nHost: x\r\nX Y: z\r\n\r\n`)],
    [
      'a request with two lengths',
      () => behind(`${whole()}POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`),
    ],
    ['garbage that comes later', () => behind(whole(), Array(5).fill('garbage\r\n\r\n'))],
    ['more after Connection: close', () => behind(`${whole({ Connection: 'close' })}more`)],
  ])('%s: the call has the answer of the host, and the connection closes', async (_what, send) => {
    const text = await send();
    // The host has no such call.
    expect(text).toMatch(/^HTTP\/1\.1 404 Not Found\r\n[\s\S]*"status":0/);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(text).toMatch(/\r\nConnection: close\r\n/i);
    expect(site.stub.requests).toHaveLength(1);
  });

  it('two whole requests and garbage: both are answered, in their order', async () => {
    const text = await behind(`${whole()}${head('GET /healthz HTTP/1.1')}garbage\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 404 [\s\S]*HTTP\/1\.1 200 OK[\s\S]*"ok"/);
  });
});

it('headers that come too slowly lose their connection at the limit; a whole request before them is answered first', async () => {
  const timeouts = { headersTimeout: 150, connectionsCheckingInterval: 50 };
  const app = await startTestApp({ UPSTREAM_URL: site.stub.url }, { timeouts });
  const alone = await openRaw(app.url);
  alone.send('GET / HTTP/1.1\r\nHost: localhost\r\nX-');
  const answer = await alone.answer();
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([408, 'request.tooSlow']);
  await alone.closed();

  const release = site.stub.hold('/api/activeBlogs');
  const behind = await openRaw(app.url);
  behind.send(`${head('GET /api/activeBlogs HTTP/1.1')}GET / HTTP/1.1\r\nX-`);
  await expect.poll(() => site.stub.requestsTo('/api/activeBlogs')).toHaveLength(1);
  // Refused meanwhile: others that began to send their headers later.
  const later = await openRaw(app.url);
  later.send('GET / HTTP/1.1\r\nX-');
  await later.closed();
  release();
  expect(await behind.closed()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"status":1/);
  await app.close();
});
