import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';
import { head, headOfForm, openRaw, sendRaw } from './raw-http.ts';

const site = stubSite();

const codeOf = (body: string) => JSON.parse(body).code;

describe('methods', () => {
  it.each(['TRACE', 'PROPFIND', 'LINK', 'QUERY', 'PURGE', 'M-SEARCH'])(
    '%s is refused with 405',
    async (method) => {
      const answer = await sendRaw(
        site.app.url,
        head(`${method} /api/blogs HTTP/1.1`, { Cookie: site.cookie }),
      );

      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
      expect(codeOf(answer.body)).toBe('request.methodRefused');
      // TRACE would send the cookie back to any script that can read the answer (cross-site tracing).
      expect(answer.text).not.toContain(site.cookie);
      expect(site.stub.requests).toEqual([]);
    },
  );

  it.each(['evil.example:443', 'localhost:80', '/api/blogs'])(
    'CONNECT %s: 405, closed, no tunnel',
    async (target) => {
      const connection = await openRaw(site.app.url);
      connection.send(head(`CONNECT ${target} HTTP/1.1`));
      const text = await connection.closed();

      expect(text).toMatch(/^HTTP\/1\.1 4(00|05) /);
      expect(text).toContain("default-src 'none'");
      expect(site.stub.requests).toEqual([]);
    },
  );

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])('%s: 400', async (name) => {
    const headers = { [name]: 'DELETE', 'X-CSRF': '1', Cookie: site.cookie, 'Content-Length': '0' };
    const answer = await sendRaw(site.app.url, head('POST /api/deleteBlog/1 HTTP/1.1', headers));

    expect(answer.status).toBe(400);
    expect(codeOf(answer.body)).toBe('request.methodRefused');
    expect(site.stub.requests).toEqual([]);
  });

  it.each([
    ['h2c', 'Upgrade, HTTP2-Settings'],
    ['websocket', 'Upgrade'],
    ['websocket', 'keep-alive'],
  ])(
    'an upgrade to %s (Connection: %s) is answered 400, and the server lives on',
    async (protocol, connection) => {
      const headers = { Upgrade: protocol, Connection: connection };
      const answer = await sendRaw(site.app.url, head('GET /api/activeBlogs HTTP/1.1', headers));

      expect(answer.status).toBe(400);
      expect(codeOf(answer.body)).toBe('request.upgradeRefused');
      expect((await fetch(`${site.app.url}/healthz`)).status).toBe(200);
      expect(site.stub.requests).toEqual([]);
    },
  );

  it('an expectation that we cannot meet: 417', async () => {
    const answer = await sendRaw(
      site.app.url,
      head('GET /api/activeBlogs HTTP/1.1', { Expect: 'the-unexpected' }),
    );

    expect(answer.status).toBe(417);
    expect(codeOf(answer.body)).toBe('request.expectRefused');
    expect(answer.headers['content-security-policy']).toBeDefined();
  });

  it.each([
    ['GET', { 'Content-Length': '4' }, 'abcd'],
    ['HEAD', { 'Content-Length': '4' }, 'abcd'],
    ['GET', { 'Transfer-Encoding': 'chunked' }, '4\r\nabcd\r\n0\r\n\r\n'],
  ])(
    '%s with a body (%j): a second request to a host that does not expect one: 400',
    async (method, headers, body) => {
      const request = head(`${method} /api/activeBlogs HTTP/1.1`, { ...headers, Connection: 'close' });
      const answer = await sendRaw(site.app.url, request + body);

      expect(answer.status).toBe(400);
      if (method === 'GET') expect(codeOf(answer.body)).toBe('request.bodyRefused');
      expect(site.stub.requests).toEqual([]);
    },
  );

  it('GET with Content-Length: 0 has no body', async () => {
    const answer = await sendRaw(
      site.app.url,
      head('GET /api/activeBlogs HTTP/1.1', { 'Content-Length': '0' }),
    );
    expect(answer.status).toBe(200);
  });

  it.each([
    ['/api/activeBlogs', 'GET, HEAD, OPTIONS'],
    ['/api/saveBlog', 'POST, OPTIONS'],
    ['/api/unlisted', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ])('OPTIONS %s tells the methods and gives no other origin leave to call', async (path, allow) => {
    const answer = await fetch(site.app.url + path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });

    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe(allow);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(site.stub.requests).toEqual([]);
  });
});

describe('requests that never become one', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and a transfer coding (request smuggling)',
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a header name with a space', 'GET / HTTP/1.1\r\nHost: x\r\nX Y: z\r\n\r\n', 400],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nX-Y: a\r\n b\r\n\r\n', 400],
    ['bare line feeds', 'GET / HTTP/1.1\nHost: x\n\n', 400],
    ['headers of 20 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX-Y: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a target of 20 KiB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
  ])('%s: a JSON answer with our headers, and a closed connection', async (_what, bytes, status) => {
    const connection = await openRaw(site.app.url);
    connection.send(bytes);
    const answer = await connection.answer();
    await connection.closed();

    expect(answer.status).toBe(status);
    expect(answer.headers.connection).toBe('close');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: expect.stringMatching(/^request\./) });
    expect((await fetch(`${site.app.url}/healthz`)).status).toBe(200);
    expect(site.stub.requests).toEqual([]);
  });

  it('the log tells of them without a byte of what they sent', async () => {
    await sendRaw(
      site.app.url,
      'GET / HTTP/1.1\r\nHost: x\r\nCookie: studio_session=verysecret\r\nX Y: z\r\n\r\n',
    );

    const lines = site.app.logLines.filter((line) => line.msg === 'request refused by the parser');
    expect(lines.at(-1)).toMatchObject({ status: 400, code: 'request.malformed' });
    expect(JSON.stringify(site.app.logLines)).not.toContain('verysecret');
  });
});

describe('refused on headers alone', () => {
  it('no 100 Continue is given to a call that is refused anyway', async () => {
    const headers = { 'X-CSRF': '1', Expect: '100-continue' };
    const answer = await sendRaw(site.app.url, headOfForm('POST /api/saveBlog', headers));

    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain('100 Continue');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s on an unlisted path needs a session', async (method) => {
    const answer = await fetch(`${site.app.url}/api/unlisted`, { method, headers: { 'X-CSRF': '1' } });

    expect(answer.status).toBe(401);
    expect(site.stub.requests).toEqual([]);
  });

  it('GET on an unlisted path does not', async () => {
    await fetch(`${site.app.url}/api/unlisted?x=1`);
    expect(site.stub.last()).toMatchObject({ method: 'GET', url: '/api/unlisted?x=1' });
  });
});

describe('forged requests', () => {
  const same = () => site.app.url;

  /** Story, headers, and the code of the refusal; undefined if the request is from our own site. */
  const cases: [story: string, headers: () => Record<string, string>, code?: string][] = [
    ['a form on another site', () => ({ 'Sec-Fetch-Site': 'cross-site' }), 'csrf.crossSite'],
    [
      'the same, with the header somehow',
      () => ({ 'Sec-Fetch-Site': 'cross-site', 'X-CSRF': '1' }),
      'csrf.crossSite',
    ],
    ['a taken-over sister host', () => ({ 'Sec-Fetch-Site': 'same-site', 'X-CSRF': '1' }), 'csrf.crossSite'],
    [
      'two values at once',
      () => ({ 'Sec-Fetch-Site': 'same-origin, cross-site', 'X-CSRF': '1' }),
      'csrf.crossSite',
    ],
    [
      'an old browser, another origin',
      () => ({ Origin: 'https://evil.example', 'X-CSRF': '1' }),
      'csrf.crossSite',
    ],
    ['a sandboxed frame', () => ({ Origin: 'null', 'X-CSRF': '1' }), 'csrf.crossSite'],
    ['our host on another port', () => ({ Origin: 'http://localhost:1', 'X-CSRF': '1' }), 'csrf.crossSite'],
    [
      'our host with other scheme',
      () => ({ Origin: same().replace('http', 'https'), 'X-CSRF': '1' }),
      'csrf.crossSite',
    ],
    [
      'a name that begins like ours',
      () => ({ Origin: `${same()}.evil.example`, 'X-CSRF': '1' }),
      'csrf.crossSite',
    ],
    ['no header', () => ({}), 'csrf.headerMissing'],
    ['another value', () => ({ 'X-CSRF': 'true' }), 'csrf.headerMissing'],
    ['the header twice', () => ({ 'X-CSRF': '1, 1' }), 'csrf.headerMissing'],
    [
      'no header, but same origin',
      () => ({ 'Sec-Fetch-Site': 'same-origin', Origin: same() }),
      'csrf.headerMissing',
    ],
    ['our own page', () => ({ 'Sec-Fetch-Site': 'same-origin', Origin: same(), 'X-CSRF': '1' })],
    ['a person', () => ({ 'Sec-Fetch-Site': 'none', 'X-CSRF': '1' })],
    ['our own page in an old browser', () => ({ Origin: same(), 'X-CSRF': '1' })],
    [
      'our page under the address that was asked for',
      () => ({ Origin: 'http://127.0.0.1', Host: '127.0.0.1:80', 'X-CSRF': '1' }),
    ],
    ['a tool', () => ({ 'X-CSRF': '1' })],
  ];

  it.each(cases)('%s', async (_story, headers, code) => {
    const all = {
      Host: new URL(site.app.url).host,
      Cookie: site.cookie,
      'Content-Length': '0',
      ...headers(),
    };
    const answer = await sendRaw(site.app.url, head('POST /api/deleteBlog/1 HTTP/1.1', all));

    if (code) {
      expect(answer.status).toBe(403);
      expect(codeOf(answer.body)).toBe(code);
      expect(site.stub.requests).toEqual([]);
    } else {
      expect(answer.status).not.toBe(403);
      expect(site.stub.last().url).toBe('/api/deleteBlog/1');
    }
  });

  it('reads need no such proof, and HEAD is a read', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${site.app.url}/api/activeBlogs`, {
        method,
        headers: { 'Sec-Fetch-Site': 'cross-site' },
      });
      expect(answer.status).toBe(200);
    }
  });

  it('PUBLIC_URL is our origin too, whatever Host a proxy passes on', async () => {
    const behindProxy = await startTestApp({
      UPSTREAM_URL: site.stub.url,
      PUBLIC_URL: 'https://studio.example',
    });
    try {
      const ask = (Origin: string) =>
        fetch(`${behindProxy.url}/api/logout`, { method: 'POST', headers: { 'X-CSRF': '1', Origin } });
      expect((await ask('https://studio.example')).status).not.toBe(403);
      expect((await ask('http://studio.example')).status).toBe(403);
    } finally {
      await behindProxy.close();
    }
  });
});
