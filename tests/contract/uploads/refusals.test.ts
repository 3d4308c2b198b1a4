import { describe, expect, it } from 'vitest';
import { KIB, MIB } from '#shared/limits.ts';
import {
  animatedPng,
  animation,
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
import { boundary, file, formBody, formType, gateBench, type SentPart, text } from './gate-bench.ts';

const bench = gateBench({ UPLOAD_MAX_FILES: '6', UPLOAD_VIDEO_MAX_BYTES: String(12 * MIB) });
const png = await image('png');
const blog = () => [text('blog_title', 'T'), text('is_active', '1'), text('description', '<p>x</p>')];
/** A post with this cover, or with parts of its own behind its texts. */
const post = (...parts: SentPart[]) => [...blog(), ...parts];
const cover = (bytes: Buffer | string, name?: string, type?: string) =>
  post(file('blog_image', bytes, name, type));
/** A part whose head is written as it stands. */
const odd = (rest: string, bytes: Buffer | string, encoding: BufferEncoding = 'utf8'): SentPart => ({
  head: Buffer.from(`Content-Disposition: form-data; name=${rest}`, encoding),
  bytes,
});
const image80 = (size: string) => `blog_image: this image is ${size}`;

/** What is sent; the status, code, marked field (- for none) and call; the parts; the message. */
const refusals: [string, string, () => SentPart[] | Promise<SentPart[]>, string?][] = [
  [
    'an image of 10 MiB and one byte',
    '413 upload.tooLarge blog_image',
    () => cover(Buffer.concat([png, deterministicBytes(10 * MIB + 1 - png.length)])),
    'blog_image: the file is larger than the limit of 10 MB.',
  ],
  [
    'an image over its limit where a film may be larger',
    '413 upload.tooLarge images addProject',
    () => [file('images[0]', Buffer.concat([png, deterministicBytes(10 * MIB + 1)]))],
  ],
  [
    'a film over its own limit',
    '413 upload.tooLarge video addProject',
    () => [text('title', 'T'), file('video', video('mp4', 12 * MIB), 'v.mp4', 'video/mp4')],
    'video: the file is larger than the limit of 12 MB.',
  ],
  [
    'a text whose bytes count more in UTF-8',
    '413 upload.textTooLarge blog_title',
    () => [odd('"blog_title"\r\nContent-Type: text/plain; charset=latin1', Buffer.alloc(5 * KIB, 0xe9))],
  ],
  [
    'a short text over its limit',
    '413 upload.textTooLarge blog_title',
    () => [text('blog_title', 'x'.repeat(8 * KIB + 1))],
    'blog_title: the text is larger than the limit of 8 KB.',
  ],
  [
    'a description over its limit',
    '413 upload.textTooLarge description',
    () => [text('description', Buffer.alloc(25 * MIB + 1, 'x'))],
    'description: the text is larger than the limit of 25 MB.',
  ],
  [
    'a program that is called an image',
    '415 upload.wrongType blog_image',
    () => cover(exe(), 'cover.png'),
    'blog_image: this file is not one of the accepted types (JPEG, PNG, WebP, GIF, AVIF).',
  ],
  [
    'SVG, which carries scripts',
    '415 upload.wrongType blog_image',
    () => cover(svg(), 'logo.svg', 'image/svg+xml'),
  ],
  [
    'an image in the place of a film',
    '415 upload.wrongType video addProject',
    () => [file('video', png, 'v.mp4', 'video/mp4')],
    'video: this file is not one of the accepted types (MP4, WebM, MOV).',
  ],
  [
    'a second bad file behind a good one',
    '415 upload.wrongType images addProject',
    () => [file('images[0]', png), file('images[1]', exe())],
  ],
  [
    'the head of a GIF with a script behind it',
    '422 upload.badImage blog_image',
    () => cover(gifScript(), 'a.gif'),
  ],
  [
    'a decompression bomb',
    '422 upload.imageTooWide blog_image',
    () => cover(pngHeader(50_000, 50_000)),
    image80('50000 × 50000 pixels; the limit is 12000 a side.'),
  ],
  [
    'a GIF of few bytes and many pixels',
    '422 upload.imageTooWide blog_image',
    () => cover(sparseGif(4000, 3000, 7)),
    image80('4000 × 3000 × 7 frames pixels; the limit is 80 million in all.'),
  ],
  [
    'a WebP of few bytes and many pixels',
    '422 upload.imageTooWide blog_image',
    async () => cover(await sparseWebp(4000, 3000, 7)),
    image80('4000 × 3000 × 7 frames pixels; the limit is 80 million in all.'),
  ],
  [
    'a canvas one pixel too wide',
    '422 upload.imageTooWide blog_image',
    () => cover(sparseGif(12_001, 1, 1)),
    image80('12001 × 1 pixels; the limit is 12000 a side.'),
  ],
  [
    'a picture that was cut off on its way',
    '422 upload.cutImage blog_image',
    () => cover(png.subarray(0, -30)),
  ],
  [
    'an animated PNG without its end',
    '422 upload.cutImage blog_image',
    () => cover(animatedPng(png).subarray(0, -12)),
  ],
  [
    'a GIF without its last frame',
    '422 upload.cutImage blog_image',
    async () => cover((await animation('gif', 3)).subarray(0, -30), 'a.gif'),
  ],
  ['an empty file', '422 upload.empty blog_image', () => cover('')],
  [
    'a file input that nobody touched',
    '422 upload.empty blog_image',
    () => cover('', '', 'application/octet-stream'),
  ],
  [
    'a file without a name, which the parser would drop',
    '422 upload.badName blog_image',
    () => cover(png, '', 'application/octet-stream'),
  ],
  ['a file whose name is only a way up', '422 upload.badName blog_image', () => cover(png, '../..')],
  [
    'a file name that would write a header',
    '422 upload.badName blog_image',
    () => cover(png, 'a%0d%0aX-Evil: 1.png'),
  ],
  ...['%00', '%c2%85', '%09'].map((sign): (typeof refusals)[number] => [
    `a file name with ${sign}`,
    '422 upload.badName blog_image',
    () => post(odd(`"blog_image"; filename*=utf-8''a${sign}.png`, png)),
  ]),
  [
    'two covers',
    '422 upload.tooMany blog_image',
    () => post(file('blog_image', png), file('blog_image', png)),
    'blog_image: you can add at most 1 files.',
  ],
  [
    'the same index twice',
    '422 upload.repeatedField images[0] addProject',
    () => [file('images[0]', png), file('images[0]', png)],
  ],
  [
    'more files than one request may carry',
    '422 upload.tooManyFiles - addProject',
    () => Array.from({ length: 7 }, (_, index) => file(`images[${index}]`, png)),
    'You can send at most 6 files at once.',
  ],
  ...['images', 'images[]', 'images[x]', 'images[-1]', 'images[0][file]', 'xvideo', 'title'].map(
    (name): (typeof refusals)[number] => [
      `a file called ${name}`,
      `422 upload.unknownField ${name} addProject`,
      () => [file(name, png)],
    ],
  ),
  ['a file field of another form', '422 upload.unknownField video', () => post(file('video', video('mp4')))],
  ['a text field of another form', '422 upload.unknownField v_order', () => post(text('v_order', '1'))],
  [
    'a text where a file belongs',
    '422 upload.unknownField blog_image',
    () => post(text('blog_image', 'https://x')),
  ],
  ['a text twice', '422 upload.repeatedField is_active', () => post(text('is_active', '0'))],
  ...['title[]', 'a[b]', '0', '__proto__', 'constructor', '__proto__[x]', 'a[99999999]'].map(
    (name): (typeof refusals)[number] => [
      `a text called ${name}`,
      `422 upload.unknownField ${name}`,
      () => post(text(name, '1')),
    ],
  ),
  ['a text called nothing', '400 upload.malformed -', () => post(text('', '1'))],
  ['a file called nothing', '400 upload.malformed - addProject', () => [file('', png)]],
  [
    'a part in base64, whose bytes mean another thing without their header',
    '400 upload.malformed -',
    () => [odd('"blog_title"\r\nContent-Transfer-Encoding: base64', 'VGl0bGU=')],
  ],
  [
    'a part in a character set that nobody knows',
    '400 upload.malformed -',
    () => [odd('"blog_title"\r\nContent-Type: text/plain; charset=klingon', 'qo')],
  ],
];

describe('a form that may not pass is refused with its reason; nothing is forwarded or left', () => {
  it.each(refusals)('%s: %s', async (_name, refusal, parts, message) => {
    const [status, code, field, call = 'saveBlog'] = refusal.split(' ');
    const body = formBody(await parts());
    const answer = await bench.send(`/api/${call}`, body, { 'content-type': formType });
    expect(answer).toMatchObject({ status: Number(status), body: { status: 0, code } });
    if (message) expect(answer.body.message).toBe(message);
    // A field called __proto__ is only visible among own properties.
    const marked = Object.entries(answer.body.errors ?? {});
    expect(marked).toEqual(field === '-' ? [] : [[field, [answer.body.message]]]);
    await bench.expectNothingPassed();
  });

  const whole = formBody(cover(png));
  const changed = (boundaryOf: string) =>
    Buffer.from(whole.toString('latin1').replaceAll(boundary, boundaryOf), 'latin1');
  it.each<[string, Buffer]>([
    ['cut in a file', whole.subarray(0, -60)],
    ['cut in the last boundary', whole.subarray(0, -5)],
    ['cut in the head of a part', whole.subarray(0, 40)],
    ['cut in a text', formBody([text('blog_title', 'x')], '').subarray(0, -2)],
    ['with another boundary', changed('other')],
    ['empty of parts', Buffer.alloc(0)],
    ['of something else', Buffer.from('{"blog_title":"x"}')],
    ['with a part head without a colon', formBody([{ head: 'Content-Disposition form-data', bytes: 'x' }])],
    ['with an endless part head', formBody([{ head: `X: ${'x'.repeat(20_000)}`, bytes: 'x' }])],
    ['with a NUL in a part head', formBody([odd('"a\0b"', 'x')])],
  ])('a body that is no whole form is 400: %s', async (_name, body) => {
    const answer = await bench.send('/api/saveBlog', body, { 'content-type': formType });
    expect(answer).toMatchObject({ status: 400, body: { status: 0, code: 'upload.malformed' } });
    await bench.expectNothingPassed();
  });

  it.each(['', '; boundary=', `; boundary=${'x'.repeat(71)}`, '; boundary="a\u00e9"'])(
    'a form of the type multipart/form-data%s is 400',
    async (rest) => {
      const answer = await bench.send('/api/saveBlog', whole, {
        'content-type': `multipart/form-data${rest}`,
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'upload.malformed' } });
      await bench.expectNothingPassed();
    },
  );
});

describe('a form is refused before it is whole', () => {
  it('answers a film of the wrong type at its first bytes, and reads the rest so that a browser sees the answer', async () => {
    const body = formBody([file('video', Buffer.alloc(8 * MIB, 'not a film '), 'v.mp4', 'video/mp4')]);
    const connection = await openRaw(bench.site.app.url);
    const headers = { Cookie: bench.site.cookie, 'X-CSRF': '1', 'Content-Type': formType };
    connection.send(
      head('POST /api/addProject HTTP/1.1', { ...headers, 'Content-Length': String(body.length) }),
    );
    connection.send(body.subarray(0, 70_000));
    const answer = await connection.answer();
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([415, 'upload.wrongType']);
    // The connection is still usable: the next request on it is answered.
    connection.send(body.subarray(70_000));
    connection.send(head('GET /healthz HTTP/1.1', { Connection: 'close' }));
    expect(await connection.closed()).toMatch(/415 Unsupported.*HTTP\/1.1 200 OK/s);
    await bench.expectNothingPassed();
  });

  it('answers an unknown field while the file behind it has not come', async () => {
    const body = formBody([text('nonsense', '1'), file('blog_image', await noisyPng(500, 500))]);
    const headers = { 'content-type': formType, 'content-length': body.length };
    const { req, answer } = bench.begin('/api/saveBlog', headers);
    req.write(body.subarray(0, 400));
    expect(await answer).toMatchObject({ status: 422, body: { code: 'upload.unknownField' } });
    req.destroy();
    await bench.expectNothingPassed();
  });

  it('stops a body in chunks at the most that the form can hold, and closes', async () => {
    // As browsers send; without keep-alive, Node closes the connection with the answer while data still arrives.
    const headers = { 'content-type': formType, 'transfer-encoding': 'chunked', connection: 'keep-alive' };
    const { req, answer } = bench.begin('/api/updateProjectCategory/1', headers);
    // A preamble belongs to no part, so no limit of a part stops it (RFC 2046 §5.1.1).
    const piece = Buffer.alloc(MIB, 'x');
    let sent = 0;
    const closed = new Promise<void>((resolve) => req.once('close', resolve));
    const pump = () => {
      while (!req.destroyed && sent < 400) {
        sent += 1;
        if (!req.write(piece)) return void req.once('drain', pump);
      }
    };
    pump();
    expect(await answer).toMatchObject({ status: 413, body: { code: 'upload.totalTooLarge' } });
    req.destroy();
    await closed;
    expect(sent).toBeLessThan(400);
    await bench.expectNothingPassed();
  });

  it('tells who may not upload before a byte is read, whatever cookie is forged', async () => {
    for (const cookie of ['studio_session=Fe26.2*1*forged', '']) {
      const headers = { 'content-type': formType, 'content-length': 5 * MIB, cookie };
      const { req, answer } = bench.begin('/api/saveBlog', headers);
      req.flushHeaders();
      expect(await answer).toMatchObject({ status: 401, body: { code: 'session.required' } });
      req.destroy();
    }
    await bench.expectNothingPassed();
  });
});
