import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readImageHeader } from '../../../server/image-files/image-header.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a0' } });
const size = { width: 70, height: 30 };

/** Returns a JPEG with an EXIF block of this directory, in little-endian byte order. */
function turned(bytes: Buffer, ...directory: number[]): Buffer {
  const exif = Buffer.from(['E', 'x', 'i', 'f', '\0', '\0', 'I', 'I', '*', '\0'].join(''), 'latin1');
  const block = Buffer.concat([exif, Buffer.from(directory)]);
  return Buffer.concat([
    bytes.subarray(0, 2),
    Buffer.from([0xff, 0xe1, 0, block.length + 2]),
    block,
    bytes.subarray(2),
  ]);
}

describe('the size of a picture stands in its first bytes', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('%s', async (format) => {
    const bytes = await picture(70, 30).toFormat(format).toBuffer();
    expect(readImageHeader(bytes)).toEqual({ format, size });
  });

  test('WebP without loss, and with transparency', async () => {
    expect(readImageHeader(await picture(70, 30).webp({ lossless: true }).toBuffer())).toEqual({
      format: 'webp',
      size,
    });
    const seeThrough = picture(70, 30).ensureAlpha(0.5).webp();
    expect(readImageHeader(await seeThrough.toBuffer())).toEqual({ format: 'webp', size });
  });

  test('a JPEG whose frame is progressive', async () => {
    expect(readImageHeader(await picture(70, 30).jpeg({ progressive: true }).toBuffer())).toEqual({
      format: 'jpeg',
      size,
    });
  });

  test.each([
    [1, size],
    [3, size],
    [6, { width: 30, height: 70 }],
    [8, { width: 30, height: 70 }],
  ])('a JPEG that EXIF turns by %i is as large as it is shown', async (orientation, shown) => {
    const bytes = await picture(70, 30).jpeg().withMetadata({ orientation }).toBuffer();
    expect(readImageHeader(bytes)).toEqual({ format: 'jpeg', size: shown });
  });

  test('a JPEG whose EXIF leads outside of itself is not turned', async () => {
    const bytes = await picture(70, 30).jpeg().toBuffer();
    const shown = { format: 'jpeg', size };
    expect(readImageHeader(turned(bytes, 0xff, 0xff, 0xff, 0x7f))).toEqual(shown);
    const entry = [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0];
    expect(readImageHeader(turned(bytes, 8, 0, 0, 0, 0xff, 0xff, ...entry.with(0, 0x13)))).toEqual(shown);
    expect(readImageHeader(turned(bytes, 8, 0, 0, 0, 1, 0, ...entry))).toEqual({
      format: 'jpeg',
      size: { width: 30, height: 70 },
    });
  });

  test('an AVIF whose first brand is that of any picture', async () => {
    const bytes = await picture(70, 30).avif().toBuffer();
    bytes.write('mif1avif', 8, 'latin1');
    bytes.write('avif', 16, 'latin1');
    expect(readImageHeader(bytes)).toEqual({ format: 'avif', size });
  });

  test('a WebP that EXIF may turn is left to the browser', async () => {
    const bytes = await picture(70, 30).webp().withMetadata({ orientation: 6 }).toBuffer();
    expect(readImageHeader(bytes)).toEqual({ format: 'webp' });
  });
});

test('a picture that ends before it says its size is one of unknown size', async () => {
  const bytes = await picture(70, 30).jpeg().toBuffer();
  for (let length = 3; length < 40; length += 1)
    expect(readImageHeader(bytes.subarray(0, length))).toEqual({ format: 'jpeg' });
  expect(readImageHeader(Buffer.from('\xff\xd8\xff\xe1\x00\x00'.repeat(9), 'latin1'))).toEqual({
    format: 'jpeg',
  });
});

test.each([
  ['nothing', ''],
  ['words', 'hello'],
  ['a vector picture', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a PNG by its first bytes alone', '\x89PNG\r\n\x1a\n'.repeat(5)],
  ['a HEIC photo', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['a film', '\0\0\0\x18ftypisom\0\0\0\0isommp42'],
  ['a sound', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a WebP of no known form', 'RIFF\x24\0\0\0WEBPVP9 '],
  ['a GIF of no pixels', 'GIF89a\0\0\0\0\0\0'],
])('%s is no picture', (_name, text) => {
  expect(readImageHeader(Buffer.from(text, 'latin1'))).toBeUndefined();
});
