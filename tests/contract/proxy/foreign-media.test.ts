import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { securityHeaders } from '../../../server/http/security-headers.ts';
import { startWithHostFile, stubHostFile } from '../../hosts/site.ts';
import { deterministicBytes, image, noisyPng, svg, video } from '../../support/files.ts';
import { type MediaCdn, startMediaCdn } from '../../support/media-cdn.ts';
import type { TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { head, openRaw } from '../edge/raw-http.ts';

let stub: StubUpstream;
let cdn: MediaCdn;
/** Another origin, which is not configured. */
let inside: MediaCdn;
let app: TestApp;

function startWith(origins: object) {
  const file = stubHostFile(stub.url, { media: { origins } });
  return startWithHostFile(file, { UPLOAD_IMAGE_MAX_BYTES: '50000' }, { cache: { maxBytes: 0 } });
}

beforeAll(async () => {
  [stub, cdn, inside] = await Promise.all([startStubUpstream(), startMediaCdn(), startMediaCdn()]);
  app = await startWith({
    cdn: { url: cdn.url.origin, allow_private: true },
    blog: { url: `${cdn.url.origin}/wp-content/uploads`, allow_private: true },
  });
});
beforeEach(() => {
  stub.reset();
  cdn.files.clear();
  cdn.asked.splice(0);
});
afterAll(async () => {
  await app?.close();
  await Promise.all([stub?.close(), cdn?.close(), inside?.close()]);
});

const get = (path: string, init?: RequestInit) => fetch(app.url + path, init);
/** Failures are cached, so each case uses another path. */
let count = 0;
const newPath = (ending: string) => {
  count += 1;
  return `/case-${count}.${ending}`;
};

test('a picture comes from our address, and the second time from here', async () => {
  const png = await image('png');
  cdn.files.set('/a/b.png', png);
  const answer = await get('/media/cdn/a/b.png');
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'cache-control': 'public, max-age=3600',
    etag: expect.stringMatching(/^"[\w-]{27}"$/),
    'accept-ranges': 'bytes',
  });
  for (const [name, value] of securityHeaders(new URL(app.url))) expect(answer.headers.get(name)).toBe(value);
  const etag = answer.headers.get('etag') ?? '';
  const known = await get('/media/cdn/a/b.png', { headers: { 'If-None-Match': etag } });
  expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, '']);
  // The query is not part of the address and is not sent to the origin.
  expect((await get('/media/cdn/a/b.png?url=http://127.0.0.1/')).headers.get('etag')).toBe(etag);
  expect(cdn.asked.map(({ path }) => path)).toEqual(['/a/b.png']);
  expect(stub.requests).toHaveLength(0);
});

test('parts of a video come from what is kept', async () => {
  const whole = video('mp4', 30_000);
  const size = whole.length;
  cdn.files.set('/film.mp4', whole);
  const part = async (Range: string, ifRange = '') => {
    const headers = { Range, ...(ifRange && { 'If-Range': ifRange }) };
    const answer = await get('/media/cdn/film.mp4', { headers });
    return [answer.status, answer.headers.get('content-range'), Buffer.from(await answer.arrayBuffer())];
  };
  expect(await part('bytes=0-99')).toEqual([206, `bytes 0-99/${size}`, whole.subarray(0, 100)]);
  expect(await part('bytes=-7')).toEqual([206, `bytes ${size - 7}-${size - 1}/${size}`, whole.subarray(-7)]);
  expect(await part(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, expect.anything()]);
  expect((await part('bytes=0-1,4-5'))[0]).toBe(200);
  expect(await part('bytes=0-9', '"another"')).toEqual([200, null, whole]);
  expect(cdn.asked).toHaveLength(1);
});

test.each<[string, number, () => Promise<Parameters<MediaCdn['files']['set']>[1]>]>([
  ['a page', 502, async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['SVG', 502, async () => svg()],
  ['noise', 502, async () => deterministicBytes(5_000)],
  ['too large', 502, () => noisyPng(200, 200)],
  [
    'cut',
    502,
    async () => (_req, res) => {
      res.writeHead(200, { 'Content-Length': '9000' });
      res.write('\x89PNG\r\n\x1a\n', () => res.destroy());
    },
  ],
  ['failing', 502, async () => (_req, res) => void res.writeHead(503).end('at 127.0.0.1')],
  [
    'to this machine',
    502,
    async () => (_req, res) => void res.writeHead(302, { Location: `${inside.url}x.png` }).end(),
  ],
  [
    'to the metadata service',
    502,
    async () => (_req, res) =>
      void res.writeHead(301, { Location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  ],
  ['missing', 404, async () => (_req, res) => void res.writeHead(404).end()],
  ['gone', 404, async () => (_req, res) => void res.writeHead(410).end()],
])(
  'what is no image or video of a fit size is refused, and nobody learns where it lies: %s, %d',
  async (_kind, status, file) => {
    const path = newPath('jpg');
    cdn.files.set(path, await file());
    const answer = await get(`/media/cdn${path}`);
    const text = await answer.text();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(text + JSON.stringify([...answer.headers])).not.toMatch(/127\.0\.0\.1:|169\.254|meta-data/);
    expect(inside.connections()).toBe(0);
  },
);

test('an origin that is private, and not named as that, is refused at the start', async () => {
  await expect(startWith({ inside: inside.url.origin })).rejects.toThrow(
    /media\.origins\.inside: .* only with "allow_private": true/,
  );
  expect(inside.connections()).toBe(0);
});

test.each([
  ['/media/other/x.png', 404],
  ['/media/cdn/', 404],
  ['/media/cdn/http://127.0.0.1/x.png', 400],
  ['/media/cdn/a%2fb.png', 400],
  ['/media/blog/..%2f..%2fx.png', 400],
  ['/media/blog/..;/x.png', 400],
])('%s is %d, and nobody is asked', async (path, status) => {
  const connection = await openRaw(app.url);
  connection.send(head(`GET ${path} HTTP/1.1`, { Connection: 'close' }));
  expect((await connection.answer()).status).toBe(status);
  connection.destroy();
  expect(cdn.asked).toHaveLength(0);
});

test('pictures are made smaller as those of the host are, by one look at the original', async () => {
  cdn.files.set('/wide.png', await image('png', 800, 400));
  const small = await get('/img/160/media/cdn/wide.png');
  expect(small.headers.get('content-type')).toBe('image/webp');
  expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(160);
  expect((await get('/img/320/media/cdn/wide.png')).status).toBe(200);
  expect((await get('/img/320/media/other/wide.png')).status).toBe(404);
  cdn.files.set('/short.mp4', video('mp4'));
  expect((await get('/img/320/media/cdn/short.mp4')).status).toBe(415);
  expect(cdn.asked.map(({ path }) => path)).toEqual(['/wide.png', '/short.mp4']);
});

test("addresses of a named origin are ours in the host's answers, in texts too, and on pages in small sizes", async () => {
  const { host } = cdn.url;
  const created_at = '2026-01-01T00:00:00.000Z';
  const post = { id: 1, blog_title: 'A post', is_active: 1, created_at, updated_at: created_at };
  const blog_image = `https://${host}/wp-content/uploads/2026/a.png`;
  const description = `<p>See</p><p><img src="http://${host}/b.png"><img src="https://elsewhere.example/c.png"></p>`;
  stub.fill({ blogs: [{ ...post, blog_image, description }] });
  const answer = await get(callPath(contract.singlePost, { id: post.id }));
  const { data } = (await answer.json()) as { data: { blog_image: string; description: string } };
  expect(data.blog_image).toBe('/media/blog/2026/a.png');
  expect(data.description).toContain('src="/media/cdn/b.png"');
  const page = await (await get(`/view-blog/${post.id}`)).text();
  expect(page).toContain('/img/640/media/blog/2026/a.png');
  expect(page).not.toContain(host);
});
