import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { securityHeaders } from '../../../server/http/security-headers.ts';
import { withBothEngines } from '../../support/engines.ts';
import { animation, image, pngHeader, video } from '../../support/files.ts';
import { blogForm, without } from '../../support/forms.ts';
import { stubSite } from '../../support/stub-site.ts';
import { head, sendRaw } from '../edge/raw-http.ts';

/** A photo as phones take it: only its EXIF turns it upright, and also names the camera. */
const photo = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#b5482a' } })
  .withExif({ IFD0: { Make: 'Secret Camera' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();
const png = await image('png');
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

withBothEngines((engine) => {
  const get = (address: string, init?: RequestInit) => fetch(engine.app.url + address, init);
  /** Stores a picture with a new post, and returns the picture's address on the site. */
  async function store(file: Buffer, type: string): Promise<string> {
    const part = { name: 'blog_image', file, filename: `picture.${type}`, type: `image/${type}` };
    const form = [...without(await blogForm(), 'blog_image'), part];
    const saved = await engine.call('saveBlog', form).expect(200);
    return saved.body.data.blog_image;
  }

  test('a picture in a width: turned, without metadata, never enlarged, with the headers that every answer has', async () => {
    const path = await store(photo, 'jpeg');
    const answer = await get(`/img/320${path}`);
    const body = await bytesOf(answer);
    const {
      date,
      connection,
      'keep-alive': alive,
      'x-request-id': id,
      ...headers
    } = Object.fromEntries(answer.headers);
    expect([answer.status, id?.length]).toEqual([200, 36]);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(body.length),
      'cache-control': expect.stringMatching(engine.stub ? 'no-cache, private' : 'immutable'),
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
    for (const [name, value] of securityHeaders(new URL(engine.app.url)))
      expect(headers[name.toLowerCase()]).toBe(value);
    const { width, height, exif, format, orientation } = await sharp(body).metadata();
    expect([width, height, exif, format, orientation]).toEqual([320, 640, undefined, 'webp', undefined]);
    const asked = await get(`/img/320${path}`, { method: 'HEAD' });
    expect(Object.fromEntries(asked.headers)).toMatchObject(headers);
    expect((await bytesOf(asked)).length).toBe(0);
    const again = await get(`/img/320${path}`, { headers: { 'If-None-Match': headers.etag ?? '' } });
    expect([again.status, again.headers.get('etag')]).toEqual([304, headers.etag]);
    expect((await sharp(await bytesOf(await get(`/img/1920${path}`))).metadata()).width).toBe(400);
  });

  test('a picture that moves stays as it is; what is not there is 404, and is not cached', async () => {
    const moving = await animation('gif', 3);
    const answer = await get(`/img/320${await store(moving, 'gif')}`);
    expect(answer.headers.get('content-type')).toBe('image/gif');
    expect((await bytesOf(answer)).equals(moving)).toBe(true);
    const none = await get(`/img/320/storage/2026/${'0'.repeat(32)}.png`);
    expect([none.status, none.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await none.json()).toMatchObject({ status: 0, code: 'request.notFound' });
  });
});

describe('in front of a host', () => {
  const site = stubSite();
  let count = 0;
  let path: string;
  beforeEach(() => {
    count += 1;
    path = `/storage/${count}.bin`;
  });
  const get = (address: string, init?: RequestInit) => fetch(site.app.url + address, init);
  const ask = (init?: RequestInit) => get(`/img/320${path}`, init);

  /** Makes the host answer with this at the path of this test. */
  const answerWith = (
    body: Buffer | string,
    headers: Record<string, string> = {},
    status = 200,
    times?: number,
  ) => site.stub.misbehave({ kind: 'answer', status, headers, body }, { path, times });

  test('nothing of the browser goes to the host, and nothing but the picture comes back', async () => {
    answerWith(png, { 'content-type': 'text/html', 'set-cookie': 'a=b', refresh: '0' });
    const headers = { Cookie: site.cookie, Range: 'bytes=0-1', 'User-Agent': 'secret' };
    const answer = await ask({ headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    for (const name of ['set-cookie', 'refresh']) expect(answer.headers.get(name)).toBeNull();
    for (const name of ['cookie', 'authorization', 'range', 'user-agent', 'x-forwarded-for'])
      expect(site.stub.last().header(name)).toBeUndefined();
  });

  test.each<[Record<string, string>, string]>([
    [{ 'cache-control': 'public, max-age=5' }, 'public, max-age=5'],
    [{}, 'public, max-age=3600'],
  ])('the host’s cache rule is kept: %j is %s', async (headers, rule) => {
    answerWith(png, headers);
    expect((await ask()).headers.get('cache-control')).toBe(rule);
  });

  test('asked for twice at once it is fetched and made once', async () => {
    const release = site.stub.hold(path, 1);
    answerWith(png);
    const both = [ask(), ask()];
    await expect.poll(() => site.stub.requestsTo(path)).toHaveLength(1);
    release();
    const [one, other] = await Promise.all(both);
    expect(one?.status).toBe(other?.status);
    expect(site.stub.requestsTo(path)).toHaveLength(1);
  });

  test.each(
    String.raw`404 /img/300/storage/1.bin
404 /img/320/storage/1.bin?v=2
404 /img/320/storage/1.bin?
404 /img/320/api/activeBlogs
404 /img/320/
404 /img/320/storagefoo/1.png
404 /img/320/storage/
404 /img/320/healthz
400 /img/320/storage/../api/blogs
400 /img/320/storage/%2e%2e/api/blogs
400 /img/320/storage/..%2fapi%2fblogs
400 /img/320//evil.example/storage/a.png
400 /img/320/storage//a.png
400 /img/320/storage/%00.png
400 /img/320/storage\a.png
400 http://evil.example/img/320/storage/a.png`.split('\n'),
  )('%s leads nowhere, and nobody is asked', async (line) => {
    const [status, target] = line.split(' ');
    const answer = await sendRaw(site.app.url, head(`GET ${target} HTTP/1.1`, { Connection: 'close' }));
    expect(answer.status).toBe(Number(status));
    expect(site.stub.requests).toEqual([]);
  });

  test.each<[string, Buffer | string]>([
    ['a page', '<h1>Hello, and a few more letters of it</h1>'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['a video', video('mp4')],
    ['a header that nobody can read', '\x89PNG\r\n\x1a\n, and nothing else of a picture'],
    ['nothing', ''],
  ])('%s in place of a picture is 415, whatever its type says', async (_what, body) => {
    answerWith(Buffer.from(body as string, 'latin1'), { 'content-type': 'image/png' });
    const answer = await ask();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([415, 'no-store']);
    expect(await answer.json()).toMatchObject({ status: 0, code: 'request.noPicture' });
  });

  test.each([
    [403, 403],
    [404, 404],
    [410, 410],
    [302, 502],
  ])('%i of the host is %i, and a redirect is not followed', async (told, status) => {
    answerWith('<h1>nginx</h1>', { location: 'https://cdn.example/x.png' }, told);
    const answer = await ask({ redirect: 'manual' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(answer.headers.get('location')).toBeNull();
  });

  test('a failure is one of ours, and once the picture was made it stands in', async () => {
    site.stub.misbehave({ kind: 'reset' }, { path });
    const failed = await ask();
    expect([failed.status, (await failed.json()).code]).toEqual([502, 'upstream.unreachable']);
    site.stub.reset();
    answerWith('no', {}, 500, 1);
    answerWith(png);
    for (const status of [500, 200]) expect((await ask()).status).toBe(status);
    site.stub.reset();
    site.stub.misbehave({ kind: 'reset' }, { path });
    expect((await ask()).status).toBe(200);
  });

  test('a picture that is cut makes none, and one that announces too many bytes is not read', async () => {
    const begin = (headers: string, body: Buffer) =>
      site.stub.misbehave(
        { kind: 'raw', bytes: Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`), body]) },
        { path },
      );
    begin('Content-Length: 5000', png);
    const answer = await ask();
    expect([answer.status, (await answer.json()).code]).toEqual([502, expect.stringMatching(/^upstream\./)]);
    path += '2';
    begin('Content-Type: image/png\r\nContent-Length: 99000000', Buffer.from('\x89PNG', 'latin1'));
    expect((await ask({ redirect: 'manual' })).status).toBe(302);
  });

  test('of more pixels than are decoded, and of a file that only a browser makes something of, the original is shown', async () => {
    for (const bytes of [pngHeader(10_000, 6_000), photo.subarray(0, photo.length - 200)]) {
      path += '2';
      answerWith(bytes);
      const answer = await ask({ redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, path]);
    }
  });
});
