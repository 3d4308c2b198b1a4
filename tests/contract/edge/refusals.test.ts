import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';
import { head, headOfForm, openRaw, sendRaw } from './raw-http.ts';

const site = stubSite();
const lines = (text: string) => text.trim().split('\n');
/** Sends a request with a session; its headers are written as `Name: value`. */
const ask = (line: string, headers: string[] = [], body = '') =>
  sendRaw(
    site.app.url,
    `${head(`${line} HTTP/1.1`, { Cookie: site.cookie }).slice(0, -2)}${headers.join('\r\n')}${headers.length ? '\r\n' : ''}\r\n${body}`,
  );

describe('methods', () => {
  it.each(['TRACE', 'PROPFIND', 'QUERY', 'PURGE', 'M-SEARCH'])('%s is refused with 405', async (method) => {
    const answer = await ask(`${method} /api/blogs`);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
    expect(JSON.parse(answer.body).code).toBe('request.methodRefused');
    // TRACE would send the cookie back to any script that can read the answer (cross-site tracing).
    expect(answer.text).not.toContain(site.cookie);
    expect(site.stub.requests).toEqual([]);
  });

  it.each(['evil.example:443', '/api/blogs'])('CONNECT %s: refused, closed, no tunnel', async (target) => {
    const connection = await openRaw(site.app.url);
    connection.send(head(`CONNECT ${target} HTTP/1.1`));
    const text = await connection.closed();
    expect(text).toMatch(/^HTTP\/1\.1 4(00|05) /);
    expect(text).toContain("default-src 'none'");
    expect(site.stub.requests).toEqual([]);
  });

  // Request, headers, body: a body of a read is a second request to a host that does not expect one.
  it.each(
    lines(`
400 request.methodRefused | POST /api/deleteBlog/1 | X-HTTP-Method-Override: DELETE | X-CSRF: 1 | Content-Length: 0
400 request.methodRefused | POST /api/deleteBlog/1 | X-HTTP-Method: DELETE | X-CSRF: 1 | Content-Length: 0
400 request.methodRefused | POST /api/deleteBlog/1 | X-Method-Override: DELETE | X-CSRF: 1 | Content-Length: 0
400 request.upgradeRefused | GET /api/activeBlogs | Upgrade: h2c | Connection: Upgrade, HTTP2-Settings
400 request.upgradeRefused | GET /api/activeBlogs | Upgrade: websocket | Connection: Upgrade
400 request.upgradeRefused | GET /api/activeBlogs | Upgrade: websocket | Connection: keep-alive
417 request.expectRefused | GET /api/activeBlogs | Expect: the-unexpected
400 request.bodyRefused | GET /api/activeBlogs | Connection: close | Content-Length: 4
400 | HEAD /api/activeBlogs | Connection: close | Content-Length: 4
400 request.bodyRefused | GET /api/activeBlogs | Connection: close | Transfer-Encoding: chunked`),
  )('%s', async (line) => {
    const [refusal = '', request = '', ...headers] = line.split(' | ');
    const [status, code] = refusal.split(' ');
    const body = /length: 4/i.test(line) ? 'abcd' : /chunked/.test(line) ? '4\r\nabcd\r\n0\r\n\r\n' : '';
    const answer = await ask(request, headers, body);
    expect(answer.status).toBe(Number(status));
    expect(answer.headers['content-security-policy']).toBeDefined();
    if (code) expect(JSON.parse(answer.body).code).toBe(code);
    expect((await fetch(`${site.app.url}/healthz`)).status).toBe(200);
    expect(site.stub.requests).toEqual([]);
  });

  it('GET with Content-Length: 0 has no body', async () => {
    expect((await ask('GET /api/activeBlogs', ['Content-Length: 0'])).status).toBe(200);
  });

  it.each([
    ['/api/activeBlogs', 'GET, HEAD, OPTIONS'],
    ['/api/saveBlog', 'POST, OPTIONS'],
    ['/api/unlisted', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ])('OPTIONS %s tells the methods and gives no other origin leave to call', async (path, allow) => {
    const preflight = ['Origin: https://evil.example', 'Access-Control-Request-Method: POST'];
    const { status, headers } = await ask(`OPTIONS ${path}`, preflight);
    expect([status, headers.allow]).toEqual([204, allow]);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(site.stub.requests).toEqual([]);
  });
});

describe('requests that never become one', () => {
  const post = 'POST /api/login HTTP/1.1\r\nHost: x\r\n';
  const get = 'GET / HTTP/1.1\r\nHost: x\r\n';
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['two lengths', `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['a length and a coding', `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a header name with a space', `${get}X Y: verysecret\r\n\r\n`],
    ['a folded header', `${get}X-Y: a\r\n b\r\n\r\n`],
    ['bare line feeds', 'GET / HTTP/1.1\nHost: x\n\n'],
    ['headers of 20 KiB', `${get}X-Y: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a target of 20 KiB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])(
    '%s: a JSON answer with our headers, a closed connection, and a log line without its bytes',
    async (what, bytes) => {
      const connection = await openRaw(site.app.url);
      connection.send(bytes);
      const answer = await connection.answer();
      await connection.closed();
      expect(answer.status).toBe(what.includes('KiB') ? 431 : 400);
      expect(answer.headers).toMatchObject({
        connection: 'close',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cache-control': 'no-store',
      });
      expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: expect.stringMatching(/^request\./) });
      expect((await fetch(`${site.app.url}/healthz`)).status).toBe(200);
      expect(site.stub.requests).toEqual([]);
      const told = site.app.logLines.filter((line) => line.msg === 'request refused by the parser');
      expect(told.at(-1)).toMatchObject({ status: answer.status });
      expect(JSON.stringify(site.app.logLines)).not.toContain('verysecret');
    },
  );
});

describe('refused on headers alone', () => {
  it('no 100 Continue is given to a call that is refused anyway', async () => {
    const headers = { 'X-CSRF': '1', Expect: '100-continue' };
    const answer = await sendRaw(site.app.url, headOfForm('POST /api/saveBlog', headers));
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain('100 Continue');
  });

  it('an unlisted path needs a session for anything but a read', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await fetch(`${site.app.url}/api/unlisted`, { method, headers: { 'X-CSRF': '1' } });
      expect([method, answer.status]).toEqual([method, 401]);
    }
    expect(site.stub.requests).toEqual([]);
    await fetch(`${site.app.url}/api/unlisted?x=1`);
    expect(site.stub.last()).toMatchObject({ method: 'GET', url: '/api/unlisted?x=1' });
  });
});

describe('forged requests', () => {
  // The code of the refusal, and the headers; OWN is the origin of the site.
  it.each(
    lines(`
crossSite | Sec-Fetch-Site: cross-site
crossSite | Sec-Fetch-Site: cross-site | X-CSRF: 1
crossSite | Sec-Fetch-Site: same-site | X-CSRF: 1
crossSite | Sec-Fetch-Site: same-origin, cross-site | X-CSRF: 1
crossSite | Origin: https://evil.example | X-CSRF: 1
crossSite | Origin: null | X-CSRF: 1
crossSite | Origin: http://localhost:1 | X-CSRF: 1
crossSite | Origin: sOWN | X-CSRF: 1
crossSite | Origin: OWN.evil.example | X-CSRF: 1
headerMissing | Origin: OWN
headerMissing | X-CSRF: true
headerMissing | X-CSRF: 1, 1
headerMissing | Sec-Fetch-Site: same-origin | Origin: OWN
none | Sec-Fetch-Site: same-origin | Origin: OWN | X-CSRF: 1
none | Sec-Fetch-Site: none | X-CSRF: 1
none | Origin: OWN | X-CSRF: 1
none | Origin: http://localhost | X-CSRF: 1
none | X-CSRF: 1`),
  )('%s', async (line) => {
    const own = site.app.url;
    const [code, ...headers] = line
      .replace('sOWN', own.replace('http', 'https'))
      .replace('OWN', own)
      .split(' | ');
    const answer = await ask('POST /api/deleteBlog/1', ['Content-Length: 0', ...headers]);
    if (code === 'none') expect(site.stub.last().url).toBe('/api/deleteBlog/1');
    else {
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([403, `csrf.${code}`]);
      expect(site.stub.requests).toEqual([]);
    }
  });

  it('reads need no such proof, and HEAD is a read', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(`${site.app.url}/api/activeBlogs`, { method, headers })).status).toBe(200);
  });

  it('PUBLIC_URL is our origin too, whatever Host a proxy passes on', async () => {
    const app = await startTestApp({ UPSTREAM_URL: site.stub.url, PUBLIC_URL: 'https://studio.example' });
    const statusFor = async (Origin: string) => {
      const headers = { 'X-CSRF': '1', Origin };
      return (await fetch(`${app.url}/api/logout`, { method: 'POST', headers })).status;
    };
    expect(await statusFor('https://studio.example')).not.toBe(403);
    expect(await statusFor('http://studio.example')).toBe(403);
    await app.close();
  });
});
