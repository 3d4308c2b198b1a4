import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stubSite } from '../../support/stub-site.ts';
import { openWays, type Way, ways } from './ways.ts';

const site = stubSite({ UPSTREAM_TIMEOUT_MS: '250' });
let calls: Awaited<ReturnType<typeof openWays>>;
beforeAll(async () => {
  calls = await openWays(site.app, site.stub);
});
beforeEach(() => {
  site.app.logLines.length = 0;
});

const [read, bodyless, unlisted, upload, media] = ways as [Way, Way, Way, Way, Way];
const json = { 'content-type': 'application/json' };
const page = { 'content-type': 'text/html' };

const answerOf = (status: number, headers: Record<string, string>, body: string) =>
  ({ kind: 'answer', status, headers, body }) as const;

describe.each(ways)('$name', (each) => {
  test.each([
    ['never answers', { kind: 'hang' }, 504, 'upstream.timeout'],
    ['resets the connection', { kind: 'reset' }, 502, 'upstream.unreachable'],
    ['refuses with a page', answerOf(418, page, '<h1>nginx</h1>'), 418, 'upstream.refused'],
  ] as const)('a host that %s', async (_what, rule, status, code) => {
    site.stub.misbehave(rule);
    const answer = await calls.send(each);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ status: 0, code, message: expect.any(String) });
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
    const body = `<pre>SELECT * FROM users at /srv/app.php:12 ${site.stub.tokens.at(-1)}</pre>`;
    site.stub.misbehave(answerOf(status, { ...page, 'retry-after': '7', 'x-debug': 'sql' }, body));

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
    const line = site.app.logLines.find((each) => each.id === answer.headers['x-request-id'] && each.err);
    expect(line?.level).toBe(50);
    expect(JSON.stringify(line)).toContain('SELECT * FROM users');
    if (each.session) expect(JSON.stringify(line)).toContain('[removed]');
    for (const token of site.stub.tokens)
      if (each.session) expect(JSON.stringify(site.app.logLines)).not.toContain(token);
  });
});

test.each([read, bodyless, unlisted, upload])(
  'a refusal in JSON keeps its words and fields, and nothing else, through $name',
  async (each) => {
    const words = { message: 'No.', errors: { title: ['Bad.'] } };
    const body = {
      ...words,
      exception: 'Illuminate\\X',
      file: '/srv/x.php',
      trace: [{ file: '/srv/y.php' }],
    };
    site.stub.misbehave(answerOf(422, json, JSON.stringify(body)));
    const answer = await calls.send(each);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.body)).toEqual({ status: 0, ...words });
    expect(answer.headers['cache-control']).toBe('no-store');
  },
);

describe('401 of the host', () => {
  const withSession = [read, bodyless, unlisted, upload].map((each) => ({ ...each, session: true }));
  const drops = /studio_session=;[^\n]*Max-Age=0/i;

  /** Signs in again, since a refusal of the host ends a session for good. */
  const signInAgain = async () => {
    site.stub.reset();
    calls = await openWays(site.app, site.stub);
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
        site.stub.misbehave({ kind: 'answer', status: 401, ...answerOf }, { times: 1 });
        const answer = await calls.send(each);
        expect(answer.status).toBe(401);
        expect(JSON.parse(answer.body)).toMatchObject({ status: 0, code: 'session.required' });
        expect(answer.headers['set-cookie']).toMatch(drops);
        const asked = site.stub.requests.length;
        expect((await calls.send({ ...upload, session: true })).status).toBe(401);
        expect(site.stub.requests).toHaveLength(asked);
      }
    },
  );
});

describe('a body that is cut', () => {
  const cut = (head: string) => ({ kind: 'raw' as const, bytes: `HTTP/1.1 200 OK\r\n${head}` });
  const lengths = [
    ['of known length', 'Content-Length: 1000\r\n\r\n{"status":1'],
    ['of unknown length', 'Transfer-Encoding: chunked\r\n\r\nb\r\n{"status":1\r\n'],
  ] as const;

  describe.each(lengths)('%s', (_name, rest) => {
    test.each([read, unlisted, bodyless, upload])(
      'is 502 when nothing was sent yet, through $name',
      async (each) => {
        site.stub.misbehave(cut(`Content-Type: application/json\r\n${rest}`));
        const answer = await calls.send(each);
        expect(answer.status).toBe(502);
        expect(JSON.parse(answer.body)).toMatchObject({ code: 'upstream.badAnswer' });
      },
    );

    test("cuts the browser's connection too, where its answer has begun", async () => {
      site.stub.misbehave(cut(`Content-Type: image/png\r\n${rest}`));
      const text = await (await calls.open(media)).closed();
      expect(text).toContain('{"status":1');
      // The answer ends without the announced length and the last chunk, so a browser cannot mistake it for complete.
      expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
      expect(text.split('\r\n\r\n')[1]?.length ?? 0).toBeLessThan(1000);
      expect(text).not.toMatch(/Error occurred|upstream\./);
    });
  });
});

test.each([
  ['text/plain', [read, bodyless]],
  ['application/xhtml+xml', [unlisted, upload]],
  ['text/xml', [unlisted, upload]],
  ['text/javascript', [unlisted, upload]],
])('an answer of the wrong kind (%s) is never shown', async (type, ofWays) => {
  for (const each of ofWays) {
    site.stub.misbehave(answerOf(200, type ? { 'content-type': type } : {}, '<script>1</script>'));
    const answer = await calls.send(each);
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'upstream.badAnswer' });
    expect(answer.body).not.toContain('script');
  }
});
