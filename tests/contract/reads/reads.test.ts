import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { signInCookie } from '../edge/sign-in-cookie.ts';

let stub: StubUpstream;
let app: TestApp;
let cookie: string;

beforeAll(async () => {
  stub = await startStubUpstream();
  app = await startTestApp({ UPSTREAM_URL: stub.url });
  cookie = await signInCookie(app, stub);
});
beforeEach(() => stub.reset());
afterAll(async () => {
  await app?.close();
  await stub?.close();
});

const onePost = callPath(contract.singlePost, { id: 1 });
const oneCategory = callPath(contract.getSingleCategory, { id: 1 });

function answerWith(json: unknown, headers: Record<string, string> = {}, pack = (text: Buffer) => text) {
  stub.misbehave({
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'application/json', ...headers },
    body: pack(Buffer.from(JSON.stringify(json))),
  });
}

function post(description: string, more: object = {}) {
  return {
    id: 1,
    blog_title: 'Post <b>1</b>',
    description,
    blog_image: '/storage/cover.png',
    is_active: 1,
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02T03:04:05Z',
    ...more,
  };
}

const hostile =
  '<p onclick="x()">Hello <script>alert(1)</script><b>you</b></p><img src=x onerror=alert(1)><iframe src="https://www.youtube.com.evil.example/embed/x"></iframe>';

describe('rich text', () => {
  const page = { data: [post(hostile)], current_page: 1, last_page: 1 };

  test.each([
    ['a post', onePost, false, post(hostile)],
    ['a page of active posts', callPath(contract.activeBlogs), false, page],
    ['a page of all posts', callPath(contract.blogs), true, page],
  ])('of %s is safe, whatever the host has stored', async (_name, path, admin, data) => {
    answerWith({ status: 1, data });
    const answer = await fetch(`${app.url}${path}`, admin ? { headers: { Cookie: cookie } } : {});
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"description":"<p>Hello <b>you</b></p>"');
  });

  test('is safe too when the host wraps its data in another way', async () => {
    for (const data of [
      [post(hostile)],
      { blog: post(hostile) },
      { data: { data: { data: post(hostile) } } },
      { description: [hostile, { more: hostile }] },
    ]) {
      stub.reset();
      answerWith({ status: 1, data });
      const text = await (await fetch(`${app.url}${onePost}`)).text();
      expect(text).not.toMatch(/onclick|<script|onerror|evil/);
      expect(text).toContain('Hello');
    }
  });

  test('only rich text is touched: other texts go as they are', async () => {
    stub.data.blogs.push(post('<p>x</p>'));
    const { data } = (await (await fetch(`${app.url}${onePost}`)).json()) as { data: { blog_title: string } };
    expect(data.blog_title).toBe('Post <b>1</b>');
  });

  test('6 MB of inline images come through whole', async () => {
    const image = `data:image/png;base64,${'iVBORw0KGgo'.repeat(55_000)}`;
    stub.data.blogs.push(post(`<p>a<img src="${image}">b</p>`.repeat(10)));
    const { data } = (await (await fetch(`${app.url}${onePost}`)).json()) as {
      data: { description: string };
    };
    expect(data.description.length).toBeGreaterThan(6_000_000);
    expect(data.description.split(image)).toHaveLength(11);
  });
});

test('addresses of the host are paths of ours, and its name is not seen', async () => {
  const image = `${stub.url}/storage/a b.png`;
  answerWith({
    status: 1,
    data: {
      id: 1,
      title: `see ${stub.url} for more`,
      image: `${stub.url}/storage/x.png`,
      images: ['storage/y.png', image],
      tech_img: [{ id: 1, image: `//${new URL(stub.url).host}/storage/z.png?v=1#f` }],
    },
    links: { next_page_url: `${stub.url}/api/getProjectCategory?page=2` },
  });
  const answer = (await (await fetch(`${app.url}${oneCategory}`)).json()) as Record<string, unknown>;
  expect(answer).toEqual({
    status: 1,
    data: {
      id: 1,
      title: `see ${stub.url} for more`,
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
    const answer = await fetch(`${app.url}${oneCategory}`);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await answer.json()).toEqual({ status: 1, data: 'packed' });
  });

  test('a bomb is 502 and not a gigabyte', async () => {
    answerWith({}, { 'content-encoding': 'gzip' }, () => gzipSync(Buffer.alloc(80 * 1024 * 1024, ' ')));
    expect((await fetch(`${app.url}${oneCategory}`)).status).toBe(502);
  });

  test('an unknown packing is 502', async () => {
    answerWith({}, { 'content-encoding': 'gzip, gzip' });
    expect((await fetch(`${app.url}${oneCategory}`)).status).toBe(502);
  });
});

test('an answer that claims to be endless is refused by its first line', async () => {
  stub.misbehave({
    kind: 'raw',
    bytes: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{',
    close: false,
  });
  expect((await fetch(`${app.url}${oneCategory}`)).status).toBe(502);
});

test('JSON nested without end is 502', async () => {
  stub.misbehave({ kind: 'answer', status: 200, body: `${'['.repeat(200_000)}${']'.repeat(200_000)}` });
  expect((await fetch(`${app.url}${oneCategory}`)).status).toBe(502);
});

test('HEAD has the status and headers of GET and no body', async () => {
  stub.data.blogs.push(post('<p>x</p>'));
  const whole = await fetch(`${app.url}${onePost}`);
  const head = await fetch(`${app.url}${onePost}`, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await whole.text())));
  expect(head.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await head.text()).toBe('');
  expect(
    (await fetch(`${app.url}${callPath(contract.singlePost, { id: 9 })}`, { method: 'HEAD' })).status,
  ).toBe(404);
});

describe('conditions', () => {
  test('go to the host where the answer is its own, and its 304 comes back', async () => {
    stub.misbehave({ kind: 'answer', status: 304, headers: { etag: '"1"' } });
    const answer = await fetch(`${app.url}${oneCategory}`, {
      headers: { 'If-None-Match': 'W/"1"', Range: 'bytes=0-1' },
    });
    expect(answer.status).toBe(304);
    expect(answer.headers.get('etag')).toBe('W/"1"');
    expect(stub.last().header('if-none-match')).toBe('W/"1"');
    expect(stub.last().header('range')).toBeUndefined();
  });

  test('stay here where it is made anew by our HTML policy, which the host knows nothing of', async () => {
    answerWith(
      { status: 1, data: post('<p>x</p>') },
      { etag: '"1"', 'last-modified': new Date(0).toUTCString() },
    );
    const answer = await fetch(`${app.url}${onePost}`, { headers: { 'If-None-Match': '"1"' } });
    expect(answer.status).toBe(200);
    expect(stub.last().header('if-none-match')).toBeUndefined();
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.headers.get('last-modified')).toBeNull();
  });
});
