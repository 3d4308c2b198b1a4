import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { withoutMetadata } from '../../../server/image-files/without-metadata.ts';
import { animation, image } from '../../support/files.ts';

const secret = 'Secret Camera';
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="${secret}"/></rdf:RDF></x:xmpmeta>`;

/** Noise, so that the pixels contain every byte that could be mistaken for a marker. */
const pixels = Buffer.from(Array.from({ length: 60 * 40 * 3 }, (_, at) => (at * 7919 * (at % 13)) % 256));

const told = (format: 'jpeg' | 'png' | 'webp' | 'avif', orientation?: number) =>
  sharp(pixels, { raw: { width: 60, height: 40, channels: 3 } })
    .withExif({ IFD0: { Make: secret, Copyright: secret } })
    .withXmp(xmp)
    .withMetadata(orientation ? { orientation } : {})
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer();

/** Yields the bytes in pieces of this size. */
async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function plain(bytes: Buffer, size = bytes.length || 1): Promise<Buffer> {
  const { body } = await withoutMetadata(pieces(bytes, size));
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const decoded = (bytes: Buffer) => sharp(bytes, { animated: true }).raw().toBuffer();

describe.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s', (format) => {
  test('has the same pixels and colours, and says nothing of its camera', async () => {
    const bytes = await told(format);
    expect(bytes.includes(secret)).toBe(true);
    const left = await plain(bytes);
    expect(left).toHaveLength(bytes.length);
    expect(left.includes(secret)).toBe(false);
    expect(left.includes('xmpmeta')).toBe(false);
    expect(await decoded(left)).toEqual(await decoded(bytes));
    const { icc, width, height } = await sharp(left).metadata();
    expect({ icc, width, height }).toEqual({
      icc: (await sharp(bytes).metadata()).icc,
      width: 60,
      height: 40,
    });
  });

  test.each([1, 7, 4096])('comes out the same in pieces of %i bytes', async (size) => {
    const bytes = await told(format, 6);
    expect(await plain(bytes, size)).toEqual(await plain(bytes));
  });

  test('ends where the file ends early, whole or not', async () => {
    const bytes = await told(format, 6);
    for (let length = 32; length < bytes.length; length += 97) {
      const left = await plain(bytes.subarray(0, length), 50);
      expect(left).toHaveLength(length);
    }
  });

  test.runIf(format !== 'avif')('what hangs behind its end is left out', async () => {
    const bytes = await told(format);
    const left = await plain(Buffer.concat([bytes, Buffer.from(secret)]));
    expect(left).toHaveLength(bytes.length + secret.length);
    expect(left.includes(secret)).toBe(false);
  });
});

test.each(['jpeg', 'webp', 'png'] as const)('a %s is still turned', async (format) => {
  expect((await sharp(await plain(await told(format, 6))).metadata()).orientation).toBe(6);
});

test('a JPEG loses comments, IPTC and the pictures of other cameras, and keeps what decoders need', async () => {
  const bytes = await told('jpeg');
  const segment = (code: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, code, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
  const adobe = 'Adobe\0\x64\0\0\0\0\x01';
  const more = Buffer.concat([
    bytes.subarray(0, 2),
    segment(0xfe, secret),
    segment(0xed, `Photoshop ${secret}`),
    segment(0xe2, `MPF\0${secret}`),
    segment(0xee, adobe),
    bytes.subarray(2),
  ]);
  const left = await plain(more);
  expect(left.includes(secret)).toBe(false);
  expect(left.includes('Adobe')).toBe(true);
  expect(left.includes('ICC_PROFILE')).toBe(true);
});

test('a progressive JPEG stays whole', async () => {
  const bytes = await sharp(pixels, { raw: { width: 60, height: 40, channels: 3 } })
    .jpeg({ progressive: true })
    .toBuffer();
  expect(await plain(bytes, 11)).toEqual(bytes);
});

test('a GIF moves and repeats, without its comment', async () => {
  const bytes = await animation('gif', 3);
  expect(await plain(bytes, 5)).toEqual(bytes);
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(`${secret}\0`)]);
  const palette = bytes[10] as number;
  const start = 13 + (palette & 0x80 ? 3 * 2 ** ((palette & 7) + 1) : 0);
  const left = await plain(Buffer.concat([bytes.subarray(0, start), comment, bytes.subarray(start)]));
  expect(left.includes(secret)).toBe(false);
  expect((await sharp(left, { animated: true }).metadata()).pages).toBe(3);
});

test('a WebP moves', async () => {
  const bytes = await animation('webp', 3);
  expect(await plain(bytes, 5)).toEqual(bytes);
});

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a plain %s comes out byte for byte',
  async (format) => {
    const bytes = await image(format);
    expect(await plain(bytes, 7)).toEqual(bytes);
  },
);

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<h1>Hello</h1>, and some more letters of it')],
])('%s is no picture', async (_, bytes) => {
  await expect(plain(bytes)).rejects.toMatchObject({ problem: 'noPicture' });
});

test.each([
  ['jpeg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]), Buffer.alloc(100, 0xff)])],
  ['jpeg', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(100, 0xff)])],
  ['png', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100, 0xff)])],
  ['webp', Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), Buffer.alloc(100, 0xff)])],
  ['gif', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(100, 0xff)])],
  [
    'avif',
    Buffer.concat([
      Buffer.from('\0\0\0\x14ftypavif\0\0\0\0avif\0\0\0\x50meta', 'latin1'),
      Buffer.alloc(90, 0xff),
    ]),
  ],
])('a %s of nonsense ends too', async (_, bytes) => {
  expect(await plain(bytes, 3)).toHaveLength(bytes.length);
});
