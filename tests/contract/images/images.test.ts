import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { securityHeaders } from '../../../server/http/security-headers.ts';
import { type Engine, withBothEngines, withEngine } from '../../support/engines.ts';
import { animation, image, pngHeader, video } from '../../support/files.ts';
import { blogForm, type FormPart, sendForm, without } from '../../support/forms.ts';
import { head, openRaw } from '../edge/raw-http.ts';
import { signInCookie } from '../edge/sign-in-cookie.ts';

/** A photo as phones take it: only its EXIF turns it upright, and also names the camera. */
const photo = () =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#b5482a' } })
    .withExif({ IFD0: { Make: 'Secret Camera' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** Stores a picture with a new post, and returns the picture's address on the site. */
async function store(engine: Engine, file: Buffer, type: string): Promise<string> {
  const part: FormPart = { name: 'blog_image', file, filename: `picture.${type}`, type: `image/${type}` };
  const form = [...without(await blogForm(), 'blog_image'), part];
  await sendForm(engine.admin.post(callPath(contract.saveBlog)), form).expect(200);
  const list = await engine.visitor.get(callPath(contract.activeBlogs)).expect(200);
  return list.body.data.data[0].blog_image as string;
}

const withoutDate = (headers: Headers) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name)),
  );

withBothEngines((engine) => {
  let path: string;
  const get = (address: string, init?: RequestInit) => fetch(engine.app.url + address, init);

  beforeAll(async () => {
    path = await store(engine, await photo(), 'jpeg');
  });

  test('a picture in a width: turned, without metadata, with the headers that every answer has', async () => {
    const answer = await get(`/img/320${path}`);
    expect(answer.status).toBe(200);
    const body = Buffer.from(await answer.arrayBuffer());
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(body.length),
      'cache-control': expect.stringMatching(engine.stub ? 'no-cache, private' : 'immutable'),
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
    for (const [name, value] of securityHeaders(new URL(engine.app.url)))
      expect(answer.headers.get(name)).toBe(value);
    const { width, height, exif, format, orientation } = await sharp(body).metadata();
    expect({ width, height, exif, format, orientation }).toEqual({
      width: 320,
      height: 640,
      format: 'webp',
      exif: undefined,
      orientation: undefined,
    });
  });

  test('is never enlarged', async () => {
    const answer = await get(`/img/1920${path}`);
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(400);
  });

  test('HEAD has the same headers and no body, and what the browser has already is 304', async () => {
    const whole = await get(`/img/480${path}`);
    await whole.arrayBuffer();
    const asked = await get(`/img/480${path}`, { method: 'HEAD' });
    expect(withoutDate(asked.headers)).toEqual(withoutDate(whole.headers));
    expect((await asked.arrayBuffer()).byteLength).toBe(0);
    const again = await get(`/img/480${path}`, {
      headers: { 'If-None-Match': whole.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(whole.headers.get('etag'));
  });

  test('what is not there is 404, and is not cached', async () => {
    const answer = await get(`/img/320/storage/2026/${'0'.repeat(32)}.png`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ status: 0, code: 'request.notFound' });
  });

  test('a picture that moves stays as it is', async () => {
    const moving = await animation('gif', 3);
    const address = await store(engine, moving, 'gif');
    const answer = await get(`/img/320${address}`);
    expect(answer.headers.get('content-type')).toBe('image/gif');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(moving);
  });
});

withEngine('stub', (engine) => {
  let count = 0;
  let path: string;
  const get = (address: string, init?: RequestInit) => fetch(engine.app.url + address, init);
  const stub = () => engine.stub as NonNullable<typeof engine.stub>;

  /** Makes the host answer with this at the path of this test. */
  function answerWith(
    body: Buffer | string,
    headers: Record<string, string> = {},
    status = 200,
    times = Infinity,
  ) {
    stub().misbehave({ kind: 'answer', status, headers, body }, { path, times });
  }

  beforeEach(() => {
    count += 1;
    path = `/storage/${count}.bin`;
    stub().reset();
  });

  test('nothing of the browser goes to the host, and nothing but the picture comes back', async () => {
    const cookie = await signInCookie(engine.app, stub());
    answerWith(await image('png'), { 'content-type': 'text/html', 'set-cookie': 'a=b', refresh: '0' });
    const answer = await get(`/img/160${path}`, {
      headers: { Cookie: cookie, Range: 'bytes=0-1', 'User-Agent': 'secret' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    for (const name of ['set-cookie', 'refresh']) expect(answer.headers.get(name)).toBeNull();
    const seen = stub().last();
    for (const name of ['cookie', 'authorization', 'range', 'user-agent', 'x-forwarded-for'])
      expect(seen.header(name)).toBeUndefined();
  });

  test("the host's cache rule is kept; an hour where it has none", async () => {
    answerWith(await image('png'), { 'cache-control': 'public, max-age=5' });
    expect((await get(`/img/160${path}`)).headers.get('cache-control')).toBe('public, max-age=5');
    path += '2';
    answerWith(await image('png'));
    expect((await get(`/img/160${path}`)).headers.get('cache-control')).toBe('public, max-age=3600');
  });

  test('asked for twice at once it is fetched and made once', async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>();
    stub().misbehave({ kind: 'gate', release }, { path, times: 1 });
    answerWith(await image('png'));
    const both = [get(`/img/160${path}`), get(`/img/160${path}`)];
    await expect.poll(() => stub().requestsTo(path).length).toBe(1);
    resolve();
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(new Set(statuses).size).toBe(1);
    expect(stub().requestsTo(path)).toHaveLength(1);
  });

  test.each([
    ['a width that is none', (path: string) => `/img/300${path}`],
    ['a query', (path: string) => `/img/320${path}?v=2`],
    ['an empty query', (path: string) => `/img/320${path}?`],
    ['a call', () => '/img/320/api/activeBlogs'],
    ['a page', () => '/img/320/'],
    ['another folder', () => '/img/320/storagefoo/1.png'],
    ['the folder itself', () => '/img/320/storage/'],
    ['health', () => '/img/320/healthz'],
  ])('%s is 404, and nobody is asked', async (_, address) => {
    const answer = await get(address(path));
    expect(answer.status).toBe(404);
    expect(stub().requests).toHaveLength(0);
  });

  test.each([
    '/img/320/storage/../api/blogs',
    '/img/320/storage/%2e%2e/api/blogs',
    '/img/320/storage/..%2fapi%2fblogs',
    '/img/320//evil.example/storage/a.png',
    '/img/320/storage//a.png',
    '/img/320/storage/%00.png',
    '/img/320/storage\\a.png',
    'http://evil.example/img/320/storage/a.png',
  ])('%s leads nowhere', async (target) => {
    const connection = await openRaw(engine.app.url);
    connection.send(head(`GET ${target} HTTP/1.1`, { Connection: 'close' }));
    expect((await connection.answer()).status).toBeGreaterThanOrEqual(400);
    connection.destroy();
    expect(stub().requests).toHaveLength(0);
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s is refused with what is allowed', async (method) => {
    const answer = await get(`/img/320${path}`, { method, headers: { 'X-CSRF': '1' } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    expect(stub().requests).toHaveLength(0);
  });

  describe('what the host answers instead', () => {
    test.each([
      ['a page', '<h1>Hello, and a few more letters of it</h1>'],
      ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
      ['a video', video('mp4')],
      ['a header that nobody can read', '\x89PNG\r\n\x1a\n, and nothing else of a picture'],
      ['nothing', ''],
    ])('%s is 415, whatever its type says', async (_, body) => {
      answerWith(typeof body === 'string' ? Buffer.from(body, 'latin1') : body, {
        'content-type': 'image/png',
      });
      const answer = await get(`/img/320${path}`);
      expect(answer.status).toBe(415);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toMatchObject({ status: 0, code: 'request.noPicture' });
    });

    test.each([403, 404, 410])('%i stays', async (status) => {
      answerWith('<h1>nginx</h1>', { 'content-type': 'text/html' }, status);
      const answer = await get(`/img/320${path}`);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });

    test('a redirect is not followed', async () => {
      answerWith('', { location: 'https://cdn.example/x.png' }, 302);
      const answer = await get(`/img/320${path}`, { redirect: 'manual' });
      expect(answer.status).toBe(502);
      expect(answer.headers.get('location')).toBeNull();
    });

    test('a failure is one of ours, and once the picture was made it stands in', async () => {
      stub().misbehave({ kind: 'reset' }, { path });
      const failed = await get(`/img/320${path}`);
      expect(failed.status).toBe(502);
      expect(await failed.json()).toMatchObject({ status: 0, code: 'upstream.unreachable' });
      stub().reset();
      answerWith('no', {}, 500, 1);
      answerWith(await image('png'));
      expect((await get(`/img/320${path}`)).status).toBe(500);
      expect((await get(`/img/320${path}`)).status).toBe(200);
      stub().reset();
      stub().misbehave({ kind: 'reset' }, { path });
      expect((await get(`/img/320${path}`)).status).toBe(200);
    });

    // Found by `npm run lab -- fuzz` (host): the answer was our own 500.
    test('a picture that is shown as it is, and is cut at its first bytes: 502', async () => {
      const start = 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 99000000\r\n\r\n\x89PNG';
      stub().misbehave({ kind: 'raw', bytes: Buffer.from(start, 'latin1') }, { path: '/storage/cut.png' });
      const answer = await get('/img/320/storage/cut.png');
      expect(answer.status).toBe(502);
      expect(await answer.json()).toMatchObject({ code: expect.stringMatching(/^upstream\./) });
    });

    test('a body that is cut makes no picture', async () => {
      const start = Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n'),
        await image('png'),
      ]);
      stub().misbehave({ kind: 'raw', bytes: start }, { path });
      expect((await get(`/img/320${path}`)).status).toBe(502);
    });
  });

  describe('the original, without metadata', () => {
    test('more pixels than are decoded', async () => {
      answerWith(pngHeader(10_000, 6_000), { etag: '"1"' });
      const answer = await get(`/img/320${path}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/png');
      const again = await get(`/img/320${path}`, {
        headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
      });
      expect(again.status).toBe(304);
    });

    test('pixels that only a browser makes something of', async () => {
      const whole = await photo();
      const half = whole.subarray(0, whole.length - 200);
      answerWith(half);
      const answer = await get(`/img/320${path}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      const body = Buffer.from(await answer.arrayBuffer());
      expect(body).toHaveLength(half.length);
      expect(body.includes('Secret Camera')).toBe(false);
      expect((await sharp(body).metadata()).orientation).toBe(6);
    });

    test('now, and kept by nobody, while 21 others are under way', async () => {
      const many = Array.from({ length: 30 }, (_, at) => `/storage/many/${count}-${at}.png`);
      const large = await sharp({ create: { width: 1_600, height: 1_600, channels: 3, background: '#123' } })
        .png()
        .toBuffer();
      for (const each of many)
        stub().misbehave({ kind: 'answer', status: 200, headers: {}, body: large }, { path: each });
      const answers = await Promise.all(many.map((each) => get(`/img/160${each}`)));
      const kept = answers.map((answer) => [
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('cache-control'),
      ]);
      expect(kept).toContainEqual([200, 'image/webp', 'public, max-age=3600']);
      expect(kept).toContainEqual([200, 'image/png', 'no-store']);
      expect(new Set(kept.map((each) => each.join())).size).toBe(2);
    });
  });
});
