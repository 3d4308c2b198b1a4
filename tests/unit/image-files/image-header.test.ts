import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readImageHeader } from '../../../server/image-files/image-header.ts';

const picture = sharp({ create: { width: 70, height: 30, channels: 3, background: '#0a0' } });
const size = { width: 70, height: 30 };
const turned = { width: 30, height: 70 };
const entry = [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0];

/** Returns a JPEG with an EXIF block of this directory, in little-endian byte order. */
async function withExif(...directory: number[]): Promise<Buffer> {
  const bytes = await picture.clone().jpeg().toBuffer();
  const block = Buffer.from(['Exif\0\0II*\0', Buffer.from(directory).toString('latin1')].join(''), 'latin1');
  return Buffer.concat([
    bytes.subarray(0, 2),
    Buffer.from([0xff, 0xe1, 0, block.length + 2]),
    block,
    bytes.subarray(2),
  ]);
}

test.each([
  ['png', () => picture.clone().png().toBuffer(), size],
  ['gif', () => picture.clone().gif().toBuffer(), size],
  ['avif', () => picture.clone().avif().toBuffer(), size],
  ['webp', () => picture.clone().webp().toBuffer(), size],
  ['webp', () => picture.clone().webp({ lossless: true }).toBuffer(), size],
  ['webp', () => picture.clone().ensureAlpha(0.5).webp().toBuffer(), size],
  // A WebP that EXIF may turn is left to the browser.
  ['webp', () => picture.clone().webp().withMetadata({ orientation: 6 }).toBuffer(), undefined],
  ['jpeg', () => picture.clone().jpeg({ progressive: true }).toBuffer(), size],
  ['jpeg', () => picture.clone().jpeg().withMetadata({ orientation: 3 }).toBuffer(), size],
  ['jpeg', () => picture.clone().jpeg().withMetadata({ orientation: 8 }).toBuffer(), turned],
  ['jpeg', () => withExif(8, 0, 0, 0, 1, 0, ...entry), turned],
  // EXIF that leads outside of itself turns nothing.
  ['jpeg', () => withExif(0xff, 0xff, 0xff, 0x7f), size],
  ['jpeg', () => withExif(8, 0, 0, 0, 0xff, 0xff, ...entry.with(0, 0x13)), size],
])('the size of a %s stands in its first bytes: %#', async (format, make, shown) => {
  expect(readImageHeader(await make())).toEqual({ format, ...(shown && { size: shown }) });
});

test('a picture that ends before it says its size is one of unknown size', async () => {
  const bytes = await picture.clone().jpeg().toBuffer();
  for (let length = 3; length < 40; length += 1)
    expect(readImageHeader(bytes.subarray(0, length))).toEqual({ format: 'jpeg' });
});

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '\x89PNG\r\n\x1a\n'.repeat(5),
  '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
  '\0\0\0\x18ftypisom\0\0\0\0isommp42',
  'RIFF\x24\0\0\0WEBPVP9 ',
  'GIF89a\0\0\0\0\0\0',
])('%j is no picture', (text) => expect(readImageHeader(Buffer.from(text, 'latin1'))).toBeUndefined());
