import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/start-test-app.ts';
import { stubSite } from '../../support/stub-site.ts';
import { head, openRaw, sendRaw } from './raw-http.ts';

const site = stubSite();

const paths = ['/healthz', '/readyz', '/', '/careers', '/api/activeBlogs', '/storage/x.png', '/robots.txt'];
const codeOf = (body: string) => JSON.parse(body).code;

describe('the Host of a request (RFC 9112 §3.2)', () => {
  it.each(paths)('%s with two Host lines: 400, and the connection closes', async (path) => {
    for (const second of ['evil.example', 'localhost']) {
      const connection = await openRaw(site.app.url);
      connection.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nhost: ${second}\r\n\r\n`);
      const answer = await connection.answer();
      await connection.closed();

      expect(answer.status).toBe(400);
      expect(codeOf(answer.body)).toBe('request.badHost');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expect(site.stub.requests).toEqual([]);
    }
  });

  it.each([
    ['nothing', ''],
    ['two names', 'localhost, evil.example'],
    ['two names without a blank', 'localhost,evil.example'],
    ['a path', 'localhost/evil'],
    ['a user', 'user@localhost'],
    ['an address', 'http://localhost'],
    ['a blank', 'local host'],
    ['a tab', 'local\thost'],
    ['a port that is none', 'localhost:http'],
    ['a port past the last', 'localhost:65536'],
    ['two ports', 'localhost:80:80'],
    ['a bracket that does not close', '[::1'],
    ['no address in brackets', '[localhost]'],
    ['an IPv6 address without brackets', '::1'],
    ['an encoded letter', 'local%68ost'],
    ['a quotation mark', 'local"host'],
    ['a backslash', 'localhost\\evil'],
    ['letters that are not ASCII', 'loc\u00e4lhost'],
    ['a question mark', 'localhost?x'],
    ['a hash', 'localhost#x'],
    ['only a port', ':80'],
    ['a name of 300 letters', 'a'.repeat(300)],
  ])('%s: 400', async (_what, host) => {
    for (const path of ['/healthz', '/api/activeBlogs']) {
      const bytes = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 'latin1');
      const answer = await sendRaw(site.app.url, bytes);

      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: expect.stringMatching(/^request\./) });
      expect(site.stub.requests).toEqual([]);
    }
  });

  it.each([
    'localhost',
    'LOCALHOST:8080',
    'studio.example.',
    'my_service:3000',
    'xn--studi-lua.example',
    '127.0.0.1',
    '[::1]:3000',
    '[2001:db8::7]',
    'localhost:',
  ])('%s is a host', async (host) => {
    expect((await sendRaw(site.app.url, `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).status).toBe(200);
  });

  it('HTTP/1.1 without one: 400; HTTP/1.0 may leave it out', async () => {
    for (const line of ['GET /healthz', 'GET /', 'POST /api/contactUs', 'HEAD /healthz']) {
      const refused = await openRaw(site.app.url);
      refused.send(`${line} HTTP/1.1\r\n\r\n`);
      await refused.closed();
      const answer = await refused.answer();
      expect(answer.status).toBe(400);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      if (!line.startsWith('HEAD')) expect(codeOf(answer.body)).toBe('request.badHost');
    }
    expect((await sendRaw(site.app.url, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('a person who asks for a page gets a page', async () => {
    const answer = await sendRaw(site.app.url, 'GET / HTTP/1.1\r\nHost: a b\r\nAccept: text/html\r\n\r\n');
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toContain('text/html');
  });
});

describe('a method in disguise', () => {
  const asked = (path: string, body = '') =>
    sendRaw(
      site.app.url,
      head(`POST ${path} HTTP/1.1`, {
        'X-CSRF': '1',
        Cookie: site.cookie,
        'Content-Length': String(Buffer.byteLength(body)),
        ...(body && { 'Content-Type': 'application/json' }),
      }) + body,
    );

  it.each([
    '_method=DELETE',
    'page=1&_method=DELETE',
    '_method',
    '_METHOD=delete',
    '%5Fmethod=DELETE',
    '_metho%64=DELETE',
    '_method[]=DELETE',
    '.method=DELETE',
    '%20_method=DELETE',
    '+_method=DELETE',
    '[method=DELETE',
    '_method%00x=DELETE',
    'page=1;_method=DELETE',
    'x=%zz&_method=DELETE',
  ])('in the query, ?%s: 400', async (query) => {
    const answer = await asked(`/api/deleteBlog/1?${query}`);

    expect(answer.status).toBe(400);
    expect(codeOf(answer.body)).toBe('request.methodRefused');
    expect(site.stub.requests).toEqual([]);
  });

  it('in the query of a read: 400', async () => {
    const answer = await sendRaw(site.app.url, head('GET /api/activeBlogs?_method=DELETE HTTP/1.1'));
    expect(answer.status).toBe(400);
    expect(site.stub.requests).toEqual([]);
  });

  it.each(['{"_method":"DELETE"}', '{"a":1,"\\u005fmethod":"DELETE"}', '{"_METHOD":"DELETE"}'])(
    'in a JSON body, %s: 400',
    async (body) => {
      for (const path of ['/api/unlisted', '/api/updateJobStatus/1', '/api/login']) {
        const answer = await asked(path, body);

        expect(answer.status).toBe(400);
        expect(codeOf(answer.body)).toBe('request.methodRefused');
        expect(site.stub.requests).toEqual([]);
      }
    },
  );

  it('as a field of a form: 422, and the field is named', async () => {
    const form =
      '--x\r\nContent-Disposition: form-data; name="_method"\r\n\r\nDELETE\r\n' +
      '--x\r\nContent-Disposition: form-data; name="blog_title"\r\n\r\nT\r\n--x--\r\n';
    const answer = await sendRaw(
      site.app.url,
      head('POST /api/saveBlog HTTP/1.1', {
        'X-CSRF': '1',
        Cookie: site.cookie,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': String(form.length),
      }) + form,
    );

    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.body).errors).toHaveProperty('_method');
    expect(site.stub.requests).toEqual([]);
  });

  it('as an url-encoded form: 415, since no call of ours takes one', async () => {
    const body = '_method=DELETE';
    const answer = await sendRaw(
      site.app.url,
      head('POST /api/unlisted HTTP/1.1', {
        'X-CSRF': '1',
        Cookie: site.cookie,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': String(body.length),
      }) + body,
    );
    expect(answer.status).toBe(415);
    expect(site.stub.requests).toEqual([]);
  });

  it.each(['method=x', '_methods=x', 'x_method=x', 'x=_method', '_met%hod=x'])(
    '?%s is none',
    async (query) => {
      expect((await sendRaw(site.app.url, head(`GET /api/activeBlogs?${query} HTTP/1.1`))).status).toBe(200);
    },
  );
});

describe('bytes behind a whole request', () => {
  const deletion = (headers: Record<string, string> = {}) =>
    head('POST /api/deleteBlog/1 HTTP/1.1', {
      'X-CSRF': '1',
      Cookie: site.cookie,
      'Content-Length': '0',
      ...headers,
    });
  const json = { 'content-type': 'application/json' };
  const done = '{"status":1,"message":"Deleted successfully"}';

  /** Delays the host's answer until the bytes behind the request have been checked. */
  function holdBack() {
    let release = () => {};
    site.stub.data.blogs.push({
      id: 1,
      blog_title: 'Post',
      description: '',
      blog_image: null,
      is_active: 1,
      created_at: '2026-01-02T03:04:05Z',
      updated_at: '2026-01-02T03:04:05Z',
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    site.stub.misbehave({ kind: 'gate', release: released }, { path: '/api/deleteBlog/1' });
    return () => release();
  }

  it.each([
    ['a stray body', '{"a":1}'],
    ['line ends and garbage', '\r\n\r\nGARBAGE\r\n\r\n'],
    ['another request that cannot be read', 'GET /x HTTP/1.1\r\nHost: x\r\nX Y: z\r\n\r\n'],
    [
      'a request with two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
  ])('%s: a deletion that is done is answered as done, and the connection closes', async (_what, behind) => {
    const release = holdBack();
    const connection = await openRaw(site.app.url);
    connection.send(deletion() + behind);
    await expect.poll(() => site.stub.requestsTo('/api/deleteBlog/1')).toHaveLength(1);
    release();
    const text = await connection.closed();

    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toContain('"status":1');
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(text).toMatch(/\r\nConnection: close\r\n/i);
    expect(site.stub.data.blogs).toEqual([]);
    expect(site.stub.requests).toHaveLength(1);
  });

  it('the same when they come later, while the answer is awaited', async () => {
    const release = holdBack();
    const connection = await openRaw(site.app.url);
    connection.send(deletion());
    await expect.poll(() => site.stub.requestsTo('/api/deleteBlog/1')).toHaveLength(1);
    for (let piece = 0; piece < 5; piece += 1) {
      connection.send('garbage\r\n\r\n');
      await new Promise((resolve) => setImmediate(resolve));
    }
    release();

    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"status":1/);
  });

  it('the same after Connection: close, where nothing may follow', async () => {
    const release = holdBack();
    const connection = await openRaw(site.app.url);
    connection.send(`${deletion({ Connection: 'close' })}more`);
    await expect.poll(() => site.stub.requestsTo('/api/deleteBlog/1')).toHaveLength(1);
    release();

    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"status":1/);
  });

  it('an answer that has begun is not cut', async () => {
    const body = JSON.stringify({ status: 1, message: 'x'.repeat(2_000) });
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const host = createServer(async (_req, res) => {
      res.writeHead(200, { ...json, 'content-length': body.length });
      res.write(body.slice(0, 100));
      await finished;
      res.end(body.slice(100));
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    const { port } = host.address() as { port: number };
    const other = await startTestApp({ UPSTREAM_URL: `http://127.0.0.1:${port}` });
    try {
      const connection = await openRaw(other.url);
      connection.send(head('GET /api/elsewhere HTTP/1.1'));
      await once(connection.socket, 'data');
      connection.send('garbage\r\n\r\n');
      await new Promise((resolve) => setTimeout(resolve, 50));
      finish();
      expect(await connection.closed()).toContain(body.slice(100));
    } finally {
      await other.close();
      host.close();
      host.closeAllConnections();
    }
  });

  it('two whole requests and garbage: both are answered, in their order', async () => {
    const release = holdBack();
    const connection = await openRaw(site.app.url);
    connection.send(`${deletion()}${head('GET /healthz HTTP/1.1')}garbage\r\n\r\n`);
    await expect.poll(() => site.stub.requestsTo('/api/deleteBlog/1')).toHaveLength(1);
    release();
    const text = await connection.closed();

    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(text.indexOf(done.slice(0, 11))).toBeLessThan(text.indexOf('"ok"'));
  });

  it('garbage on a connection that waits for a request is 400, as ever', async () => {
    const connection = await openRaw(site.app.url);
    connection.send(head('GET /healthz HTTP/1.1'));
    await connection.answer();
    connection.send('garbage\r\n\r\n');

    expect(await connection.closed()).toMatch(/HTTP\/1\.1 200 OK[\s\S]*HTTP\/1\.1 400 Bad Request/);
  });
});

describe('headers that come too slowly', () => {
  it('lose their connection at the limit, not a whole interval of Node later', async () => {
    const quick = await startTestApp(
      { UPSTREAM_URL: site.stub.url },
      { timeouts: { headersMs: 150, checkMs: 50 } },
    );
    try {
      const connection = await openRaw(quick.url);
      connection.send('GET / HTTP/1.1\r\nHost: localhost\r\nX-');
      const answer = await connection.answer();
      expect(answer.status).toBe(408);
      expect(codeOf(answer.body)).toBe('request.tooSlow');
      await connection.closed();
    } finally {
      await quick.close();
    }
  });

  it('behind a whole request: that one is answered first', async () => {
    const quick = await startTestApp(
      { UPSTREAM_URL: site.stub.url },
      { timeouts: { headersMs: 100, checkMs: 30 } },
    );
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    site.stub.misbehave({ kind: 'gate', release: released }, { path: '/api/activeBlogs' });
    try {
      const connection = await openRaw(quick.url);
      connection.send(`${head('GET /api/activeBlogs HTTP/1.1')}GET / HTTP/1.1\r\nX-`);
      await expect.poll(() => site.stub.requestsTo('/api/activeBlogs')).toHaveLength(1);
      await new Promise((resolve) => setTimeout(resolve, 300));
      release();
      expect(await connection.closed()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"status":1/);
    } finally {
      await quick.close();
    }
  });
});
