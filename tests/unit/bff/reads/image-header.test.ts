import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readImageHeader } from '../../../../server/bff/reads/image-header.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a0' } });
const size = { width: 70, height: 30 };

describe('the size of a picture stands in its first bytes', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)('%s', async (format) => {
    const bytes = await picture(70, 30).toFormat(format).toBuffer();
    expect(readImageHeader(bytes)).toEqual({ size });
  });

  test('WebP without loss, and with transparency', async () => {
    expect(readImageHeader(await picture(70, 30).webp({ lossless: true }).toBuffer())).toEqual({ size });
    const seeThrough = picture(70, 30).ensureAlpha(0.5).webp();
    expect(readImageHeader(await seeThrough.toBuffer())).toEqual({ size });
  });

  test('a JPEG whose frame is progressive', async () => {
    expect(readImageHeader(await picture(70, 30).jpeg({ progressive: true }).toBuffer())).toEqual({ size });
  });

  test.each([
    [1, size],
    [3, size],
    [6, { width: 30, height: 70 }],
    [8, { width: 30, height: 70 }],
  ])('a JPEG that EXIF turns by %i is as large as it is shown', async (orientation, shown) => {
    const bytes = await picture(70, 30).jpeg().withMetadata({ orientation }).toBuffer();
    expect(readImageHeader(bytes)).toEqual({ size: shown });
  });

  test('a WebP that EXIF may turn is left to the browser', async () => {
    const bytes = await picture(70, 30).webp().withMetadata({ orientation: 6 }).toBuffer();
    expect(readImageHeader(bytes)).toEqual({});
  });
});

test('a picture that ends before it says its size is one of unknown size', async () => {
  const bytes = await picture(70, 30).jpeg().toBuffer();
  for (let length = 3; length < 40; length += 1)
    expect(readImageHeader(bytes.subarray(0, length))).toEqual({});
  expect(readImageHeader(Buffer.from('\xff\xd8\xff\xe1\x00\x00'.repeat(9), 'latin1'))).toEqual({});
});

test.each([
  ['nothing', ''],
  ['words', 'hello'],
  ['a vector picture', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a PNG by its first bytes alone', '\x89PNG\r\n\x1a\n'.repeat(5)],
  ['a GIF of no pixels', 'GIF89a\0\0\0\0\0\0'],
])('%s is no picture', (_name, text) => {
  expect(readImageHeader(Buffer.from(text, 'latin1'))).toBeUndefined();
});
