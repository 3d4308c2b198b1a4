import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { openWays, type Way, ways } from './ways.ts';

let stub: StubUpstream;
let app: TestApp;
let calls: Awaited<ReturnType<typeof openWays>>;

beforeAll(async () => {
  stub = await startStubUpstream();
  app = await startTestApp({ UPSTREAM_URL: stub.url, UPSTREAM_TIMEOUT_MS: '250' });
  calls = await openWays(app, stub);
});
beforeEach(() => {
  stub.reset();
  app.logLines.length = 0;
});
afterAll(async () => {
  await app?.close();
  await stub?.close();
});

const way = (name: string): Way => {
  const found = ways.find((each) => each.name === name);
  if (!found) throw new Error(`There is no way ${name}`);
  return found;
};
const read = way('a read of the contract');
const bodyless = way('a call without a body');
const unlisted = way('a read that the contract does not list');
const upload = way('a call with a body');
const media = way('media');
const json = { 'content-type': 'application/json' };
const page = { 'content-type': 'text/html' };

describe.each(ways)('$name', (each) => {
  test('a host that never answers is 504', async () => {
    stub.misbehave({ kind: 'hang' });
    const answer = await calls.send(each);
    expect(answer.status).toBe(504);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: 'upstream.timeout' });
  });

  test('a host that resets the connection is 502', async () => {
    stub.misbehave({ kind: 'reset' });
    const answer = await calls.send(each);
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: 'upstream.unreachable' });
  });

  test.each([
    [500, 500],
    [502, 502],
    [503, 503],
    [504, 504],
    [507, 507],
    [520, 502],
    [599, 502],
  ])('a host that fails with %i is %i, without a word of its page', async (status, expected) => {
    stub.misbehave({
      kind: 'answer',
      status,
      headers: { ...page, 'retry-after': '7', 'x-debug': 'sql' },
      body: `<pre>SELECT * FROM users at /srv/app.php:12 ${stub.tokens.at(-1)}</pre>`,
    });

    const answer = await calls.send(each);

    expect(answer.status).toBe(expected);
    expect(JSON.parse(answer.body)).toEqual({
      status: 0,
      code: status === 507 ? 'storage.full' : 'upstream.failed',
      message: expect.any(String),
    });
    expect(answer.text).not.toMatch(/SELECT|app\.php|x-debug/);
    expect(answer.headers['retry-after']).toBe(status === 503 ? '7' : undefined);
    // The log contains the error under the id that the browser received, without the token.
    const line = app.logLines.find((each) => each.id === answer.headers['x-request-id'] && each.err);
    expect(line?.level).toBe(50);
    expect(JSON.stringify(line)).toContain('SELECT * FROM users');
    if (each.session) expect(JSON.stringify(line)).toContain('[removed]');
    for (const token of stub.tokens)
      if (each.session) expect(JSON.stringify(app.logLines)).not.toContain(token);
  });

  test('a refusal that is a page keeps its status and loses its page', async () => {
    stub.misbehave({ kind: 'answer', status: 418, headers: page, body: '<h1>nginx</h1>' });
    const answer = await calls.send(each);
    expect(answer.status).toBe(418);
    expect(JSON.parse(answer.body)).toEqual({
      status: 0,
      code: 'upstream.refused',
      message: expect.any(String),
    });
  });

  test('a redirect is not followed and does not show the host', async () => {
    stub.misbehave({ kind: 'answer', status: 302, headers: { location: `${stub.url}/login` }, body: '' });
    const answer = await calls.send(each);
    expect([302, 502]).toContain(answer.status);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.text).not.toContain(new URL(stub.url).host);
    expect(stub.requests).toHaveLength(1);
  });
});

describe('a refusal in JSON', () => {
  test.each([read, bodyless, unlisted, upload])('keeps its words and fields through $name', async (each) => {
    stub.misbehave({
      kind: 'answer',
      status: 422,
      headers: json,
      body: JSON.stringify({
        message: 'No.',
        errors: { title: ['Bad.'] },
        exception: 'Illuminate\\X',
        file: '/srv/x.php',
        line: 3,
        trace: [{ file: '/srv/y.php' }],
      }),
    });
    const answer = await calls.send(each);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.body)).toEqual({ status: 0, message: 'No.', errors: { title: ['Bad.'] } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([read, bodyless, unlisted, upload])(
    'that is no object becomes ours through $name',
    async (each) => {
      stub.misbehave({ kind: 'answer', status: 404, headers: json, body: '["<b>x</b>"]' });
      const answer = await calls.send(each);
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: 'request.notFound' });
    },
  );
});

describe('401 of the host', () => {
  const withSession = [read, bodyless, unlisted, upload].map((each) => ({ ...each, session: true }));
  const drops = /studio_session=;[^\n]*Max-Age=0/i;

  /** Signs in again, since a refusal of the host ends a session for good. */
  const signInAgain = async () => {
    stub.reset();
    calls = await openWays(app, stub);
  };
  afterAll(signInAgain);

  test.each(withSession)(
    'ends the session, in the browser and for a kept cookie, through $name',
    async (each) => {
      for (const answerOf of [
        { headers: json, body: '{"message":"Unauthenticated."}' },
        { headers: page, body: '<h1>Login</h1>' },
      ]) {
        await signInAgain();
        stub.misbehave({ kind: 'answer', status: 401, ...answerOf }, { times: 1 });
        const answer = await calls.send(each);
        expect(answer.status).toBe(401);
        expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: 'session.required' });
        expect(answer.headers['set-cookie']).toMatch(drops);
        const asked = stub.requests.length;
        expect((await calls.send({ ...upload, session: true })).status).toBe(401);
        expect(stub.requests).toHaveLength(asked);
      }
    },
  );

  test.each(withSession)('and 403 does not, through $name', async (each) => {
    await signInAgain();
    stub.misbehave({ kind: 'answer', status: 403, headers: json, body: '{"message":"Forbidden."}' });
    const answer = await calls.send(each);
    expect(answer.status).toBe(403);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });
});

describe('a body that is cut', () => {
  const cut = (head: string) => ({ kind: 'raw' as const, bytes: `HTTP/1.1 200 OK\r\n${head}` });
  const lengths = [
    ['of known length', 'Content-Length: 1000\r\n\r\n{"status":1'],
    ['of unknown length', 'Transfer-Encoding: chunked\r\n\r\nb\r\n{"status":1\r\n'],
  ] as const;

  describe.each(lengths)('%s', (_name, rest) => {
    test.each([read, bodyless, upload])('is 502 when nothing was sent yet, through $name', async (each) => {
      stub.misbehave(cut(`Content-Type: application/json\r\n${rest}`));
      const answer = await calls.send(each);
      expect(answer.status).toBe(502);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'upstream.badAnswer' });
    });

    test.each([unlisted, media])("cuts the browser's connection too, through $name", async (each) => {
      const type = each === media ? 'image/png' : 'application/json';
      stub.misbehave(cut(`Content-Type: ${type}\r\n${rest}`));
      const text = await (await calls.open(each)).closed();
      expect(text).toContain('{"status":1');
      // The answer ends without the announced length and the last chunk, so a browser cannot mistake it for complete.
      expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
      expect(text.split('\r\n\r\n')[1]?.length ?? 0).toBeLessThan(1000);
      expect(text).not.toMatch(/Error occurred|upstream\./);
    });
  });
});

describe('a body that drips for ever', () => {
  const drip = { kind: 'slowBody' as const, bytesPerChunk: 1, everyMs: 20 };

  test('is 504 when nothing was sent yet', async () => {
    stub.data.blogs.push(post('x'.repeat(5_000)));
    stub.misbehave(drip);
    expect((await calls.send(read)).status).toBe(504);
  });

  test('is cut off when it was', async () => {
    stub.misbehave({ ...drip });
    const text = await (await calls.open({ ...unlisted, path: '/api/elsewhere' })).closed();
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
  });
});

describe('an answer of the wrong kind', () => {
  test.each([read, bodyless])('is 502 through $name, which is a call of the contract', async (each) => {
    stub.misbehave({ kind: 'answer', status: 200, headers: { 'content-type': 'text/plain' }, body: 'fine' });
    const answer = await calls.send(each);
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'upstream.badAnswer' });
  });

  test.each([
    'text/html',
    'text/html; charset=utf-8',
    'application/xhtml+xml',
    'image/svg+xml',
    'text/xml',
    'text/javascript',
    '',
  ])('a page or a script (%s) is never shown, whatever the path', async (type) => {
    stub.misbehave({
      kind: 'answer',
      status: 200,
      headers: type ? { 'content-type': type } : {},
      body: '<script>1</script>',
    });
    for (const each of [unlisted, upload]) {
      const answer = await calls.send(each);
      expect(answer.status).toBe(502);
      expect(answer.body).not.toContain('script');
    }
  });

  test('JSON that is none is 502', async () => {
    stub.misbehave({ kind: 'answer', status: 200, headers: json, body: '{"status":1' });
    for (const each of [read, bodyless]) expect((await calls.send(each)).status).toBe(502);
  });
});

test('an answer that comes before the body was read whole reaches the browser', async () => {
  stub.misbehave({ kind: 'earlyAnswer', status: 413, body: '{"status":0,"message":"Too much."}' });
  const answer = await calls.send({ ...upload, body: JSON.stringify({ a: 'x'.repeat(900_000) }) });
  expect(answer.status).toBe(413);
  expect(JSON.parse(answer.body)).toEqual({ status: 0, message: 'Too much.' });
});

describe('with nobody at the address of the host', () => {
  let gone: TestApp;
  afterEach(() => gone?.close());

  test.each(['http://127.0.0.1:1', 'http://no-such-host.invalid'])('%s is 502 on every way', async (url) => {
    gone = await startTestApp({ UPSTREAM_URL: url, UPSTREAM_TIMEOUT_MS: '5000' });
    for (const path of ['/api/singlePost/1', '/api/elsewhere', '/storage/x.png']) {
      const answer = await fetch(`${gone.url}${path}`);
      expect(answer.status).toBe(502);
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({ status: 0, code: 'upstream.unreachable' });
      expect(text).not.toContain(new URL(url).hostname);
    }
  });
});

describe('a browser that leaves', () => {
  let leaver: TestApp;
  afterEach(() => leaver?.close());

  test.each(ways.filter((each) => !each.session))('lets go of the host, through $name', async (each) => {
    const seen: Socket[] = [];
    const host = createServer((socket) => {
      socket.on('error', () => {});
      socket.resume();
      seen.push(socket);
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const { port } = host.address() as { port: number };
    leaver = await startTestApp({ UPSTREAM_URL: `http://127.0.0.1:${port}`, UPSTREAM_TIMEOUT_MS: '60000' });

    const leaving = new AbortController();
    const call = fetch(`${leaver.url}${each.path}`, { signal: leaving.signal }).catch(() => {});
    await expect.poll(() => seen.length).toBe(1);
    leaving.abort();
    await call;

    await expect.poll(() => seen[0]?.destroyed).toBe(true);
    await new Promise((resolve) => host.close(resolve));
  });
});

function post(description: string) {
  return {
    id: 1,
    blog_title: 'Post',
    description,
    blog_image: null,
    is_active: 1,
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02T03:04:05Z',
  };
}
