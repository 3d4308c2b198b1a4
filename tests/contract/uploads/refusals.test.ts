import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MIB } from '#shared/limits.ts';
import type { ErrorCode } from '#shared/messages.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import {
  deterministicBytes,
  exe,
  gifScript,
  image,
  noisyPng,
  pngHeader,
  sparseGif,
  sparseWebp,
  svg,
  video,
} from '../../support/files.ts';
import { head, openRaw } from '../edge/raw-http.ts';
import {
  type Answer,
  boundary,
  file,
  formBody,
  formType,
  type GateBench,
  type SentPart,
  startGateBench,
  text,
} from './gate-bench.ts';

let bench: GateBench;
/** The embedded engine alone: it trusts no caller, and refuses what the gate refuses. */
let engine: TestEngine;
let png: Buffer;
beforeAll(async () => {
  const environment = { UPLOAD_MAX_FILES: '6', UPLOAD_VIDEO_MAX_BYTES: String(12 * MIB) };
  bench = await startGateBench(environment);
  engine = await startEngine(environment);
  png = await image('png');
});
afterAll(async () => {
  await bench.close();
  await engine.close();
});
beforeEach(() => {
  bench.stub.requests.length = 0;
});

/** Checks that the engine gives the same answer, without the code, and that no file remains. */
async function expectSameOfEngine(path: string, body: Buffer, type: string, { status, body: said }: Answer) {
  const headers = { 'content-type': type };
  const answer = await engine.fetch(path, { method: 'POST', body: new Uint8Array(body), headers });
  const { code: _code, ...words } = said;
  expect({ status: answer.status, body: await answer.json() }).toEqual({ status, body: words });
  expect([await engine.tempFiles(), await engine.mediaFiles()]).toEqual([[], []]);
}

const blog = () => [text('blog_title', 'T'), text('is_active', '1'), text('description', '<p>x</p>')];

interface Refusal {
  name: string;
  path?: string;
  parts: () => SentPart[] | Promise<SentPart[]>;
  status: number;
  code: ErrorCode;
  /** Field that the answer marks. */
  field?: string;
  message?: string;
}

const refusals: Refusal[] = [
  {
    name: 'an image of 10 MiB and one byte',
    parts: () => [
      ...blog(),
      file('blog_image', Buffer.concat([png, deterministicBytes(10 * MIB + 1 - png.length)])),
    ],
    status: 413,
    code: 'upload.tooLarge',
    field: 'blog_image',
    message: 'blog_image: the file is larger than the limit of 10 MB.',
  },
  {
    name: 'an image over its limit where a film may be larger',
    path: '/api/addProject',
    parts: () => [file('images[0]', Buffer.concat([png, deterministicBytes(10 * MIB + 1)]))],
    status: 413,
    code: 'upload.tooLarge',
    field: 'images',
  },
  {
    name: 'a text whose bytes count more in UTF-8',
    parts: () => [
      {
        head: 'Content-Disposition: form-data; name="blog_title"\r\nContent-Type: text/plain; charset=latin1',
        bytes: Buffer.alloc(5 * 1024, 0xe9),
      },
    ],
    status: 413,
    code: 'upload.textTooLarge',
    field: 'blog_title',
  },
  {
    name: 'a film over its own limit',
    path: '/api/addProject',
    parts: () => [text('title', 'T'), file('video', video('mp4', 12 * MIB), 'v.mp4', 'video/mp4')],
    status: 413,
    code: 'upload.tooLarge',
    field: 'video',
    message: 'video: the file is larger than the limit of 12 MB.',
  },
  {
    name: 'a program that is called an image',
    parts: () => [...blog(), file('blog_image', exe(), 'cover.png')],
    status: 415,
    code: 'upload.wrongType',
    field: 'blog_image',
    message: 'blog_image: this file is not one of the accepted types (JPEG, PNG, WebP, GIF, AVIF).',
  },
  {
    name: 'SVG, which carries scripts',
    parts: () => [...blog(), file('blog_image', svg(), 'logo.svg', 'image/svg+xml')],
    status: 415,
    code: 'upload.wrongType',
    field: 'blog_image',
  },
  {
    name: 'an image in the place of a film',
    path: '/api/addProject',
    parts: () => [file('video', png, 'v.mp4', 'video/mp4')],
    status: 415,
    code: 'upload.wrongType',
    field: 'video',
    message: 'video: this file is not one of the accepted types (MP4, WebM, MOV).',
  },
  {
    name: 'the head of a GIF with a script behind it',
    parts: () => [...blog(), file('blog_image', gifScript(), 'a.gif', 'image/gif')],
    status: 422,
    code: 'upload.badImage',
    field: 'blog_image',
  },
  {
    name: 'a decompression bomb',
    parts: () => [...blog(), file('blog_image', pngHeader(50_000, 50_000))],
    status: 422,
    code: 'upload.imageTooWide',
    field: 'blog_image',
    message: 'blog_image: this image is 50000 × 50000 pixels; the limit is 12000 a side.',
  },
  ...(
    [
      [
        'a GIF',
        () => sparseGif(4000, 3000, 7),
        '4000 × 3000 × 7 frames pixels; the limit is 80 million in all',
      ],
      [
        'a WebP',
        () => sparseWebp(4000, 3000, 7),
        '4000 × 3000 × 7 frames pixels; the limit is 80 million in all',
      ],
      ['a canvas', () => sparseGif(12_001, 1, 1), '12001 × 1 pixels; the limit is 12000 a side'],
    ] as const
  ).map(
    ([what, make, size]): Refusal => ({
      name: `${what} of few bytes and many pixels`,
      parts: async () => [...blog(), file('blog_image', await make())],
      status: 422,
      code: 'upload.imageTooWide',
      field: 'blog_image',
      message: `blog_image: this image is ${size}.`,
    }),
  ),
  {
    name: 'a second bad file behind a good one',
    path: '/api/addProject',
    parts: () => [file('images[0]', png), file('images[1]', exe())],
    status: 415,
    code: 'upload.wrongType',
    field: 'images',
  },
  {
    name: 'an empty file',
    parts: () => [...blog(), file('blog_image', '')],
    status: 422,
    code: 'upload.empty',
    field: 'blog_image',
  },
  {
    name: 'a file input that nobody touched, as browsers send it',
    parts: () => [...blog(), file('blog_image', '', '', 'application/octet-stream')],
    status: 422,
    code: 'upload.empty',
    field: 'blog_image',
  },
  {
    name: 'a file without a name, which the parser would drop',
    parts: () => [...blog(), file('blog_image', png, '', 'application/octet-stream')],
    status: 422,
    code: 'upload.badName',
    field: 'blog_image',
  },
  {
    name: 'a file whose name is only a way up',
    parts: () => [...blog(), file('blog_image', png, '../..')],
    status: 422,
    code: 'upload.badName',
    field: 'blog_image',
  },
  {
    name: 'a file name with a NUL',
    parts: () =>
      [...blog(), file('blog_image', png, 'a%00.png')].with(3, {
        name: 'blog_image',
        head: `Content-Disposition: form-data; name="blog_image"; filename*=utf-8''a%00.png`,
        bytes: png,
      }),
    status: 422,
    code: 'upload.badName',
    field: 'blog_image',
  },
  {
    name: 'a file name that would write a header',
    parts: () => [...blog(), file('blog_image', png, 'a%0d%0aX-Evil: 1.png')],
    status: 422,
    code: 'upload.badName',
    field: 'blog_image',
  },
  {
    name: 'a file name that is no UTF-8 and would go on changed',
    parts: () => [
      ...blog(),
      {
        name: 'blog_image',
        head: Buffer.from(
          'Content-Disposition: form-data; name="blog_image"; filename="caf\xe9.png"',
          'latin1',
        ),
        bytes: png,
      },
    ],
    status: 422,
    code: 'upload.badName',
    field: 'blog_image',
  },
  {
    name: 'a picture that was cut off on its way',
    parts: () => [...blog(), file('blog_image', png.subarray(0, -30))],
    status: 422,
    code: 'upload.cutImage',
    field: 'blog_image',
  },
  {
    name: 'two covers',
    parts: () => [...blog(), file('blog_image', png), file('blog_image', png)],
    status: 422,
    code: 'upload.tooMany',
    field: 'blog_image',
    message: 'blog_image: you can add at most 1 files.',
  },
  {
    name: 'the same index twice',
    path: '/api/addProject',
    parts: () => [file('images[0]', png), file('images[0]', png)],
    status: 422,
    code: 'upload.repeatedField',
    field: 'images[0]',
  },
  {
    name: 'more files than one request may carry',
    path: '/api/addProject',
    parts: () => Array.from({ length: 7 }, (_, index) => file(`images[${index}]`, png)),
    status: 422,
    code: 'upload.tooManyFiles',
    message: 'You can send at most 6 files at once.',
  },
  {
    name: 'a file field of another form',
    parts: () => [...blog(), file('video', video('mp4'))],
    status: 422,
    code: 'upload.unknownField',
    field: 'video',
  },
  {
    name: 'a text field of another form',
    parts: () => [...blog(), text('v_order', '1')],
    status: 422,
    code: 'upload.unknownField',
    field: 'v_order',
  },
  {
    name: 'a text where a file belongs',
    parts: () => [...blog(), text('blog_image', 'https://evil.example/x.png')],
    status: 422,
    code: 'upload.unknownField',
    field: 'blog_image',
  },
  {
    name: 'a text twice',
    parts: () => [...blog(), text('is_active', '0')],
    status: 422,
    code: 'upload.repeatedField',
    field: 'is_active',
  },
  {
    name: 'a short text over its limit',
    parts: () => [text('blog_title', 'x'.repeat(8 * 1024 + 1))],
    status: 413,
    code: 'upload.textTooLarge',
    field: 'blog_title',
    message: 'blog_title: the text is larger than the limit of 8 KB.',
  },
  {
    name: 'a description over its limit',
    parts: () => [text('description', Buffer.alloc(25 * MIB + 1, 'x'))],
    status: 413,
    code: 'upload.textTooLarge',
    field: 'description',
    message: 'description: the text is larger than the limit of 25 MB.',
  },
  {
    name: 'a text that is no UTF-8 and would go on changed',
    parts: () => [text('blog_title', Buffer.from('caf\xe9', 'latin1'))],
    status: 422,
    code: 'field.badCharacters',
    field: 'blog_title',
  },
  ...['title[]', 'a[b]', '0', '__proto__', 'constructor'].map(
    (name): Refusal => ({
      name: `a text called ${name}`,
      parts: () => [...blog(), text(name, '1')],
      status: 422,
      code: 'upload.unknownField',
      field: name,
    }),
  ),
  ...[
    '__proto__[x]',
    'a[constructor][prototype][x]',
    'a[99999999]',
    `a${'[b]'.repeat(50)}`,
    'x'.repeat(500),
    '',
  ].map(
    (name): Refusal => ({
      name: `a text called ${name.slice(0, 40) || 'nothing'}`,
      parts: () => [...blog(), text(name, '1')],
      status: 400,
      code: 'upload.malformed',
    }),
  ),
  ...['__proto__[x]', 'images[99999]', ''].map(
    (name): Refusal => ({
      name: `a file called ${name || 'nothing'}`,
      path: '/api/addProject',
      parts: () => [file(name, png)],
      status: 400,
      code: 'upload.malformed',
    }),
  ),
  {
    name: 'a part in base64, whose bytes mean another thing without their header',
    parts: () => [
      {
        head: 'Content-Disposition: form-data; name="blog_title"\r\nContent-Transfer-Encoding: base64',
        bytes: 'VGl0bGU=',
      },
    ],
    status: 400,
    code: 'upload.malformed',
  },
  {
    name: 'a part in a character set that nobody knows',
    parts: () => [
      {
        head: 'Content-Disposition: form-data; name="blog_title"\r\nContent-Type: text/plain; charset=klingon',
        bytes: 'qo',
      },
    ],
    status: 400,
    code: 'upload.malformed',
  },
];

describe('a form that may not pass is refused with its reason, by the engine too; nothing is forwarded or left', () => {
  it.each(refusals)(
    '$name: $status $code',
    async ({ path = '/api/saveBlog', parts, status, code, field, message }) => {
      const body = formBody(await parts());
      const answer = await bench.send(path, body, { 'content-type': formType });
      expect(answer.body).toMatchObject({ status: 0, code });
      expect(answer.status).toBe(status);
      if (message) expect(answer.body.message).toBe(message);
      // A field called __proto__ is only visible among own properties.
      const marked = answer.body.errors;
      expect(marked ? Object.entries(marked) : []).toEqual(field ? [[field, [answer.body.message]]] : []);
      await bench.expectNothingPassed();
      await expectSameOfEngine(path, body, formType, answer);
    },
  );
});

describe('a body that is no whole form is 400', () => {
  const whole = () => formBody([...blog(), file('blog_image', png)]);
  it.each<[string, () => Buffer]>([
    ['cut in a file', () => whole().subarray(0, -60)],
    ['cut in the last boundary', () => whole().subarray(0, -5)],
    ['cut in the head of a part', () => whole().subarray(0, 40)],
    ['cut in a text', () => formBody([text('blog_title', 'x')], '').subarray(0, -2)],
    [
      'with another boundary',
      () => Buffer.from(whole().toString('latin1').replaceAll(boundary, 'other'), 'latin1'),
    ],
    ['empty of parts', () => Buffer.alloc(0)],
    ['of something else', () => Buffer.from('{"blog_title":"x"}')],
    [
      'with a part head without a colon',
      () => formBody([{ head: 'Content-Disposition form-data', bytes: 'x' }]),
    ],
    ['with an endless part head', () => formBody([{ head: `X: ${'x'.repeat(20_000)}`, bytes: 'x' }])],
    [
      'with a NUL in a part head',
      () => formBody([{ head: 'Content-Disposition: form-data; name="a\0b"', bytes: 'x' }]),
    ],
  ])('%s', async (_name, make) => {
    const answer = await bench.send('/api/saveBlog', make(), { 'content-type': formType });
    expect(answer.body).toMatchObject({ status: 0, code: 'upload.malformed' });
    expect(answer.status).toBe(400);
    await bench.expectNothingPassed();
    await expectSameOfEngine('/api/saveBlog', make(), formType, answer);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
    'multipart/form-data; boundary="a\u00e9"',
  ])('with the type %s', async (type) => {
    const answer = await bench.send('/api/saveBlog', whole(), { 'content-type': type });
    expect(answer.body).toMatchObject({ status: 0, code: 'upload.malformed' });
    expect(answer.status).toBe(400);
    await bench.expectNothingPassed();
  });
});

describe('a form is refused before it is whole', () => {
  it('answers a film of the wrong type at its first bytes, and reads the rest so that a browser sees the answer', async () => {
    const body = formBody([file('video', Buffer.alloc(8 * MIB, 'not a film '), 'v.mp4', 'video/mp4')]);
    const connection = await openRaw(bench.app.url);
    const headers = { Cookie: bench.cookie, 'X-CSRF': '1' };
    const form = { ...headers, 'Content-Type': formType, 'Content-Length': String(body.length) };
    connection.send(head('POST /api/addProject HTTP/1.1', form));
    connection.send(body.subarray(0, 70_000));
    const answer = await connection.answer();
    expect(answer.status).toBe(415);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'upload.wrongType' });
    // The connection is still usable: the next request on it is answered.
    connection.send(body.subarray(70_000));
    connection.send(head('GET /healthz HTTP/1.1', { Connection: 'close' }));
    expect(await connection.closed()).toMatch(/415 Unsupported.*HTTP\/1.1 200 OK/s);
    await bench.expectNothingPassed();
  });

  it('answers an unknown field while the file behind it has not come', async () => {
    const body = formBody([text('nonsense', '1'), file('blog_image', await noisyPng(500, 500))]);
    const { req, answer } = bench.begin('/api/saveBlog', {
      'content-type': formType,
      'content-length': body.length,
    });
    req.write(body.subarray(0, 400));
    expect(await answer).toMatchObject({ status: 422, body: { code: 'upload.unknownField' } });
    req.destroy();
    await bench.expectNothingPassed();
  });

  it('stops a body in chunks at the most that the form can hold, and closes', async () => {
    const { req, answer } = bench.begin('/api/updateProjectCategory/1', {
      'content-type': formType,
      'transfer-encoding': 'chunked',
      connection: 'keep-alive', // As browsers send; without it, Node closes the connection with the answer while data still arrives.
    });
    // A preamble belongs to no part, so no limit of a part stops it (RFC 2046 §5.1.1).
    const piece = Buffer.alloc(MIB, 'x');
    let sent = 0;
    const closed = new Promise<void>((resolve) => req.once('close', resolve));
    const pump = () => {
      while (!req.destroyed && sent < 400) {
        sent += 1;
        if (!req.write(piece)) {
          req.once('drain', pump);
          return;
        }
      }
    };
    pump();
    expect(await answer).toMatchObject({ status: 413, body: { code: 'upload.totalTooLarge' } });
    req.destroy();
    await closed;
    expect(sent).toBeLessThan(400);
    await bench.expectNothingPassed();
  });
});

describe('who may not upload is told before a byte is read', () => {
  it.each([
    ['a forged cookie', { cookie: 'studio_session=Fe26.2*1*forged' }, 401, 'session.required'],
    ['no cookie', { cookie: '' }, 401, 'session.required'],
    ['no X-CSRF header', { 'x-csrf': '' }, 403, 'csrf.headerMissing'],
  ])('%s', async (_name, headers, status, code) => {
    const { req, answer } = bench.begin('/api/saveBlog', {
      'content-type': formType,
      'content-length': 5 * MIB,
      ...headers,
    });
    req.flushHeaders();
    expect(await answer).toMatchObject({ status, body: { code } });
    req.destroy();
    await bench.expectNothingPassed();
  });
});
