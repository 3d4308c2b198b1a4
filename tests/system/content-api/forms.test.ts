import { request } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { rows } from '#shared/contract/index.ts';
import type { Category } from '#shared/schemas/category.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { blogForm, categoryForm, formOf, image, projectForm, video } from '../../support/engine/forms.ts';
import { boundary, multipart, multipartType, part, type RawPart } from '../../support/engine/multipart.ts';

let engine: TestEngine;
const png = await image();
let before: string[];
beforeAll(async () => {
  engine = await startEngine({
    UPLOAD_IMAGE_MAX_BYTES: '20000',
    UPLOAD_VIDEO_MAX_BYTES: '40000',
    UPLOAD_TEXT_MAX_BYTES: '30000',
    UPLOAD_MAX_FILES: '3',
  });
  before = await engine.mediaFiles();
});
afterEach(async () => {
  expect(await engine.tempFiles()).toEqual([]);
  expect(await engine.mediaFiles()).toEqual(before);
  expect(engine.logLines.filter((line) => Number(line.level) >= 40)).toEqual([]);
});
afterAll(() => engine.close());

const good = () => [part('blog_title', 'T'), part('is_active', '1'), part('description', '<p>x</p>')];
const cover = () => part('blog_image', png, 'a.png');

async function send(body: Buffer | string, contentType = multipartType) {
  const { status, body: answer } = await engine.call('saveBlog', { body, contentType });
  expect(answer.status).toBe(0);
  return { status, message: answer.message, errors: answer.errors };
}

describe('a form that is not well formed', () => {
  it.each<[string, number, Buffer | string, string?]>([
    ['no boundary', 400, multipart(good()), 'multipart/form-data'],
    ['another boundary', 400, multipart(good()), 'multipart/form-data; boundary=other'],
    ['an empty body', 400, ''],
    ['no end', 400, multipart([...good(), cover()], { end: false })],
    ['cut in a header', 400, multipart(good()).subarray(0, 60)],
    ['no multipart at all', 415, '{}', 'application/json'],
    ['another multipart', 415, multipart(good()), `multipart/mixed; boundary=${boundary}`],
    ['a header without end', 400, `--${boundary}\r\n${'x'.repeat(20_000)}`],
  ])('%s', async (_what, status, body, contentType) => {
    expect((await send(body, contentType)).status).toBe(status);
  });

  it.each<[string, number, RawPart[]]>([
    ['an unknown text', 422, [...good(), cover(), part('admin', '1')]],
    ['an unknown file', 422, [...good(), cover(), part('other', png, 'a.png')]],
    ['a text twice', 422, [...good(), cover(), part('blog_title', 'again')]],
    ['a file twice', 422, [...good(), cover(), cover()]],
    ['a file in place of a text', 422, [part('blog_title', png, 'a.png'), ...good().slice(1), cover()]],
    ['a text in place of a file', 422, [...good(), part('blog_image', 'text')]],
    ['a nested name', 422, [...good(), cover(), part('blog_title[a][b]', 'x')]],
    ['__proto__', 422, [...good(), cover(), part('__proto__', 'x')]],
    ['__proto__[x]', 400, [...good(), cover(), part('__proto__[x]', 'x')]],
    ['constructor', 422, [...good(), cover(), part('constructor', 'x')]],
    ['a huge index', 400, [...good(), cover(), part('blog_title[4294967295]', 'x')]],
    ['fifty levels', 400, [...good(), cover(), part(`a${'[b]'.repeat(30)}`, 'x')]],
    ['a long name', 400, [...good(), cover(), part('n'.repeat(500), 'x')]],
    ['an empty name', 400, [...good(), cover(), part('', 'x')]],
    ['NUL in a file name', 400, [...good(), part('blog_image', png, 'a\0.png')]],
    ['no name', 400, [...good(), cover(), { head: 'Content-Disposition: form-data', content: 'x' }]],
    ['many texts', 422, [...good(), ...Array.from({ length: 50 }, (_, index) => part(`t${index}`, 'x'))]],
    ['a large short text', 413, [part('blog_title', 'x'.repeat(8193)), ...good().slice(1), cover()]],
    ['a large rich text', 413, [...good().slice(0, 2), part('description', 'x'.repeat(30_001)), cover()]],
    [
      'bytes that count more in UTF-8',
      413,
      [
        ...good().slice(0, 2),
        {
          head: `${part('description', '').head}\r\nContent-Type: text/plain; charset=latin1`,
          content: Buffer.alloc(20_000, 0xe9),
        },
        cover(),
      ],
    ],
  ])('%s', async (_what, status, parts) => {
    expect((await send(multipart(parts))).status).toBe(status);
  });

  it('whose length says that it is larger than any such form', async () => {
    const answer = await send(multipart([...good(), part('description', Buffer.alloc(150_000))]));
    expect(answer).toMatchObject({
      status: 413,
      message: expect.stringMatching(/^This form is larger than the limit of/),
    });
  });

  it('with lone surrogates in a text of another charset', async () => {
    const head = `${part('blog_title', '').head}\r\nContent-Type: text/plain; charset=utf-16le`;
    const answer = await send(
      multipart([{ head, content: Buffer.from([0x00, 0xd8, 0x41, 0x00]) }, ...good().slice(1), cover()]),
    );
    expect(answer.status).toBe(422);
  });
});

describe('a file that is not what its field takes', () => {
  const withFile = (bytes: Buffer, filename = 'a.png') =>
    send(multipart([...good(), part('blog_image', bytes, filename)]));
  const noise = Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 7919) % 251));

  it.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
    ['empty', () => Buffer.alloc(0), 422, 'blog_image: this file is empty.'],
    [
      'a program named .png',
      () => Buffer.concat([Buffer.from('MZ\x90\0'), noise]),
      415,
      'not one of the accepted types',
    ],
    [
      'HTML',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      415,
      'not one of the accepted types',
    ],
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      415,
      '(JPEG, PNG, WebP, GIF, AVIF)',
    ],
    ['a video', video, 415, 'not one of the accepted types'],
    [
      'a PNG of nothing but a signature',
      () => png.subarray(0, 16),
      422,
      'blog_image: this image could not be read.',
    ],
    [
      'a JPEG of noise',
      () => Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), noise]),
      422,
      'blog_image: this image could not be read.',
    ],
    [
      'too long a side',
      () => hugePng(12_001, 1),
      422,
      'this image is 12001 × 1 pixels; the limit is 12000 a side',
    ],
    [
      'too many pixels',
      () => hugePng(10_000, 10_000),
      422,
      'this image is 10000 × 10000 pixels; the limit is 80 million in all',
    ],
    [
      'too large',
      () => Buffer.concat([png, Buffer.alloc(20_001 - png.length)]),
      413,
      'blog_image: the file is larger than the limit of 19.5 KB.',
    ],
  ])('%s', async (_what, bytes, status, message) => {
    const answer = await withFile(await bytes());
    expect(answer.status).toBe(status);
    expect(answer.message).toContain(message);
    if (status !== 413) expect(Object.keys(answer.errors ?? {})).toEqual(['blog_image']);
  });

  it('is an image held to the size of images where the form also takes videos', async () => {
    const body = await projectForm({
      category_id: '1',
      'images[0]': Buffer.concat([png, Buffer.alloc(30_000)]),
    });
    const answer = await engine.call('addProject', { body });
    expect(answer.status).toBe(413);
    expect(answer.body.message).toBe('images: the file is larger than the limit of 19.5 KB.');
  });

  it('is one of more files than are taken', async () => {
    const body = await projectForm({
      category_id: '1',
      'images[1]': png,
      'images[2]': png,
      'images[3]': png,
    });
    const answer = await engine.call('addProject', { body });
    expect([answer.status, answer.body.message]).toEqual([422, 'You can send at most 3 files at once.']);
  });

  it('has a hostile name, which is never used', async () => {
    const noTitle = { blog_title: ['Title is required for creating a blog'] };
    const badName = { blog_image: ['blog_image: the name of this file cannot be used.'] };
    const names: [string, object][] = [
      ['../../etc/passwd', noTitle],
      ['C:\\x.png', noTitle],
      ['%22%0d%0ax.png', badName],
      ['.htaccess', noTitle],
      [`${'x'.repeat(400)}.png`, noTitle],
    ];
    for (const [name, errors] of names) {
      const parts = [...good().slice(1), part('blog_image', png, name)];
      expect((await send(multipart(parts))).errors, name).toEqual(errors);
    }
  });
});

describe('whatever is sent', () => {
  const uploads = rows.filter((row) => row.upload);
  const names = [
    ...new Set(
      uploads.flatMap((row) =>
        [...(row.upload?.texts ?? []), ...(row.upload?.files ?? [])].map((field) => field.name),
      ),
    ),
  ];
  const anyName = fc.oneof(
    fc.constantFrom(...names, 'images[0]', 'tech_image[]', 'tech_image[0][file]', '__proto__', 'a[b]'),
    fc.string({ maxLength: 20 }).map((text) => text.replace(/[\r\n"]/g, '')),
  );
  const anyPart = fc.record({
    name: anyName,
    content: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    ),
    filename: fc.option(fc.string({ maxLength: 12 }), { nil: undefined }),
  });

  it('forms of random parts get a 4xx in the envelope', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...uploads),
        fc.array(anyPart, { maxLength: 6 }),
        fc.boolean(),
        async (row, parts, end) => {
          const body = multipart(
            parts.map((each) => part(each.name, each.content, each.filename)),
            { end },
          );
          const response = await engine.fetch(callPath(row, { id: 1 }), {
            method: row.method,
            body: new Uint8Array(body),
            headers: { 'content-type': multipartType },
          });
          expect(response.status).toBeGreaterThanOrEqual(400);
          expect(response.status).toBeLessThan(500);
          expect(await response.json()).toMatchObject({ status: 0, message: expect.any(String) });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('random bytes as a form, and random JSON as a sign-in, get a 4xx', async () => {
    const statusOf = async (path: string, type: string, body: Uint8Array) =>
      (
        await engine.fetch(path, {
          method: 'POST',
          headers: { 'content-type': type },
          body: new Uint8Array(body),
        })
      ).status;
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.json(), async (bytes, json) => {
        for (const status of [
          await statusOf('/api/saveBlog', multipartType, bytes),
          await statusOf('/api/login', 'application/json', Buffer.from(json)),
        ]) {
          expect(status).toBeGreaterThanOrEqual(400);
          expect(status).toBeLessThan(500);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('random paths and methods get a 4xx', async () => {
    const segment = fc.oneof(
      fc.constantFrom('api', 'storage', 'blogs', 'singlePost', '..', '%2e%2e', '%00', '%', '2026'),
      fc.webSegment(),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { maxLength: 5 }),
        fc.constantFrom('PUT', 'PATCH', 'OPTIONS', 'GET', 'DELETE'),
        async (segments, method) => {
          fc.pre(!['api/blogs', 'api/activeBlogs'].includes(segments.join('/')));
          const status = await rawStatus(method, `/${segments.join('/')}`);
          expect(status).toBeGreaterThanOrEqual(400);
          expect(status).toBeLessThan(500);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('the good forms of these tests', () => {
  it('pass, so that the refusals above are not of the helper', async () => {
    const category = await engine.call<Category>('addProjectCategory', { body: await categoryForm() });
    const project = await projectForm({ category_id: String(category.body.data?.id), video: video() });
    const answers = [
      category,
      await engine.call('addProject', { body: project }),
      await engine.call('saveBlog', { body: await blogForm() }),
      await engine.call('saveBlog', { body: multipart([...good(), cover()]), contentType: multipartType }),
      await engine.call('saveBlog', {
        body: formOf({
          blog_title: 'x'.repeat(255),
          is_active: '0',
          description: `<p>${'x'.repeat(29_990)}`,
          blog_image: Buffer.concat([png, Buffer.alloc(20_000 - png.length)]),
        }),
      }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    before = await engine.mediaFiles();
  });
});

/** Returns the status of a request whose path is sent unchanged. */
function rawStatus(method: string, path: string): Promise<number> {
  const { hostname, port } = engine.url;
  const headers = { authorization: `Bearer ${engine.token}` };
  return new Promise((resolve, reject) => {
    request({ hostname, port, method, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

/** Returns a PNG of a few bytes that declares these dimensions; its pixel data is incomplete. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(typed));
    return Buffer.concat([length, typed, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
