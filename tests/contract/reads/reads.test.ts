import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { stubSite } from '../../support/stub-site.ts';

const site = stubSite();
const onePost = '/api/singlePost/1';
const oneCategory = '/api/getSingleCategory/1';
const get = (path: string, init?: RequestInit) => fetch(site.app.url + path, init);
const textOf = async (path: string, init?: RequestInit) => (await get(path, init)).text();

function answerWith(json: unknown, headers: Record<string, string> = {}, pack = (text: Buffer) => text) {
  site.stub.reset();
  const body = pack(Buffer.from(JSON.stringify(json)));
  const all = { 'content-type': 'application/json', ...headers };
  site.stub.misbehave({ kind: 'answer', status: 200, headers: all, body });
}
const post = (description: unknown) => ({
  id: 1,
  blog_title: 'Post <b>1</b>',
  description,
  blog_image: '/storage/cover.png',
  is_active: 1,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
});

const hostile =
  '<p onclick="x()">Hello <script>alert(1)</script><b>you</b></p><img src=x onerror=alert(1)><iframe src="https://www.youtube.com.evil.example/embed/x"></iframe>';

test('rich text is safe, whatever the host has stored and however it wraps it; other texts go as they are', async () => {
  const page = { data: [post(hostile)], current_page: 1, last_page: 1 };
  for (const [path, data] of [
    [onePost, post(hostile)],
    ['/api/activeBlogs', page],
    ['/api/blogs', page],
    [onePost, [post(hostile)]],
    [onePost, { blog: post(hostile) }],
    [onePost, { data: { data: { data: post(hostile) } } }],
    [onePost, post([hostile, { more: hostile }])],
  ] as const) {
    answerWith({ status: 1, data });
    const text = await textOf(path, path === '/api/blogs' ? { headers: { Cookie: site.cookie } } : {});
    expect(text).toContain('<p>Hello <b>you</b></p>');
    expect(text).toContain('"blog_title":"Post <b>1</b>"');
    expect(text).not.toMatch(/onclick|<script|onerror|evil/);
  }
});

test('6 MB of inline images come through whole', async () => {
  const image = `data:image/png;base64,${'iVBORw0KGgo'.repeat(55_000)}`;
  answerWith({ status: 1, data: post(`<p>a<img src="${image}">b</p>`.repeat(10)) });
  expect((await textOf(onePost)).split(image)).toHaveLength(11);
});

test('addresses of the host are paths of ours', async () => {
  const { url } = site.stub;
  const text = { id: 1, title: `see ${url} for more` };
  answerWith({
    status: 1,
    data: {
      ...text,
      image: `${url}/storage/x.png`,
      images: ['storage/y.png', `${url}/storage/a b.png`],
      tech_img: [{ id: 1, image: `//${new URL(url).host}/storage/z.png?v=1#f` }],
    },
    links: { next_page_url: `${url}/api/getProjectCategory?page=2` },
  });
  expect(await (await get(oneCategory)).json()).toEqual({
    status: 1,
    data: {
      ...text,
      image: '/storage/x.png',
      images: ['/storage/y.png', '/storage/a%20b.png'],
      tech_img: [{ id: 1, image: '/storage/z.png?v=1#f' }],
    },
    links: { next_page_url: '/api/getProjectCategory?page=2' },
  });
});

describe('a host that packs without being asked', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('%s is unpacked', async (encoding, pack) => {
    answerWith({ status: 1, data: 'packed' }, { 'content-encoding': encoding }, pack);
    const answer = await get(oneCategory);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await answer.json()).toEqual({ status: 1, data: 'packed' });
  });

  test.each<[string, () => void]>([
    [
      'a bomb',
      () => answerWith({}, { 'content-encoding': 'gzip' }, () => gzipSync(Buffer.alloc(80 * 2 ** 20, ' '))),
    ],
    ['an unknown packing', () => answerWith({}, { 'content-encoding': 'gzip, gzip' })],
    [
      'JSON nested without end',
      () => site.stub.misbehave({ kind: 'answer', status: 200, body: '['.repeat(2e5) + ']'.repeat(2e5) }),
    ],
    [
      'a length without end',
      () =>
        site.stub.misbehave({
          kind: 'raw',
          bytes: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{',
          close: false,
        }),
    ],
  ])('%s is 502', async (_what, answer) => {
    answer();
    expect((await get(oneCategory)).status).toBe(502);
  });
});

test('HEAD has the status and headers of GET and no body', async () => {
  answerWith({ status: 1, data: post('<p>x</p>') });
  const length = String(Buffer.byteLength(await textOf(onePost)));
  const head = await get(onePost, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, length, '']);
  expect(head.headers.get('content-type')).toBe('application/json; charset=utf-8');
  site.stub.reset();
  expect((await get('/api/singlePost/9', { method: 'HEAD' })).status).toBe(404);
});

test('conditions go to the host where the answer is its own, and stay here where our HTML policy makes it anew', async () => {
  for (const path of [oneCategory, '/api/getWork']) {
    site.stub.misbehave({ kind: 'answer', status: 304, headers: { etag: '"1"' } }, { path });
    const own = await get(path, { headers: { 'If-None-Match': 'W/"1"', Range: 'bytes=0-1' } });
    expect([own.status, own.headers.get('etag')]).toEqual([304, 'W/"1"']);
    const asked = site.stub.last();
    expect([asked.header('if-none-match'), asked.header('range')]).toEqual(['W/"1"', undefined]);
  }
  const headers = { etag: '"1"', 'last-modified': new Date(0).toUTCString() };
  answerWith({ status: 1, data: post('<p>x</p>') }, headers);
  const made = await get(onePost, { headers: { 'If-None-Match': '"1"' } });
  expect([made.status, made.headers.get('etag'), made.headers.get('last-modified')]).toEqual([
    200,
    null,
    null,
  ]);
  expect(site.stub.last().header('if-none-match')).toBeUndefined();
});
