import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ConversionError } from '../../../server/image-files/conversion-error.ts';
import { formatOf } from '../../../server/image-files/image-header.ts';
import { createConverter } from '../../../server/images/convert.ts';
import { pngHeader } from '../../support/files.ts';

const { convert } = createConverter();

/** A picture of one colour. */
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c34f20' } });

/** A picture like a photo, in which no two pixels are alike. */
const noise = (width: number, height: number) =>
  sharp(
    createHash('shake256', { outputLength: width * height * 3 })
      .update('photo')
      .digest(),
    {
      raw: { width, height, channels: 3 },
    },
  );

/** Sharp edges, for which lossless WebP is smaller. */
const stripes = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300">${Array.from(
  { length: 100 },
  (_, at) => `<path d="M${at * 6} 0h3v300h-3z"/>`,
).join('')}</svg>`;

const problemOf = (source: Buffer) =>
  convert(source, 320).then(
    () => undefined,
    (error: unknown) => (error instanceof ConversionError ? error.problem : error),
  );

describe('a picture in a width', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('%s becomes WebP', async (format) => {
    const source = await noise(400, 200).toFormat(format).toBuffer();
    expect(formatOf(source)).toBe(format);
    const image = await convert(source, 320);
    expect(image).toMatchObject({ type: 'image/webp', width: 320, height: 160 });
    expect(await sharp(image.body).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 });
  });

  test('that has fewer bytes as it is stays itself, without its metadata', async () => {
    const drawing = sharp({ create: { width: 600, height: 300, channels: 3, background: '#fff' } })
      .composite([{ input: Buffer.from(stripes), left: 0, top: 0 }])
      .webp({ lossless: true });
    const source = await drawing.withExif({ IFD0: { Make: 'Camera' } }).toBuffer();
    const image = await convert(source, 480);
    expect(image).toMatchObject({ type: 'image/webp', width: 600, height: 300 });
    expect(image.body).toHaveLength(source.length);
    expect(image.body.includes('Camera')).toBe(false);
    expect((await convert(source, 160)).width).toBe(160);
  });

  test('that is a WebP and no wider stays itself, without its metadata', async () => {
    const source = await noise(400, 200)
      .blur(8)
      .withExif({ IFD0: { Make: 'Camera' } })
      .webp({ quality: 95 })
      .toBuffer();
    const image = await convert(source, 480);
    expect(image).toMatchObject({ type: 'image/webp', width: 400, height: 200 });
    expect(image.body).toHaveLength(source.length);
    expect(image.body.includes('Camera')).toBe(false);
    expect(image.placeholder).toMatch(/^data:image\/webp/);
  });

  test('that is a heavy lossless WebP is made anew, and so is one that is turned', async () => {
    const lossless = await noise(400, 200).webp({ lossless: true }).toBuffer();
    expect((await convert(lossless, 480)).body.length).toBeLessThan(lossless.length);
    const turned = await plain(400, 200).withMetadata({ orientation: 6 }).webp().toBuffer();
    expect(await convert(turned, 480)).toMatchObject({ width: 200, height: 400 });
  });

  test('is never enlarged', async () => {
    expect(await convert(await plain(100, 50).png().toBuffer(), 640)).toMatchObject({
      width: 100,
      height: 50,
    });
  });

  test('is turned as its EXIF says, and says nothing else of its camera', async () => {
    const source = await plain(400, 200)
      .withExif({ IFD0: { Make: 'Camera', Copyright: 'Somebody' }, IFD3: { GPSLatitude: '34/1 0/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(source).metadata()).orientation).toBe(6);
    const image = await convert(source, 160);
    expect(image).toMatchObject({ width: 160, height: 320 });
    const { exif, icc, xmp, orientation } = await sharp(image.body).metadata();
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('what is not made smaller', () => {
  test('another format, whatever it is called', async () => {
    expect(await problemOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('noPicture');
    expect(await problemOf(await plain(10, 10).tiff().toBuffer())).toBe('noPicture');
    expect(await problemOf(Buffer.alloc(0))).toBe('noPicture');
  });

  test('a header that nobody can read', async () => {
    const source = await plain(100, 100).png().toBuffer();
    expect(await problemOf(source.subarray(0, 12))).toBe('noPicture');
  });

  test('pixels that end early', async () => {
    const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 7919) % 251));
    const source = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect(await problemOf(source.subarray(0, source.length / 2))).toBe('broken');
  });

  test('more than 50 megapixels, by the header', async () => {
    expect(await problemOf(pngHeader(8_000, 6_251))).toBe('tooLarge');
    expect(await problemOf(pngHeader(8_000, 6_250))).toBe('broken');
  });

  test('a GIF whose canvas is larger than its frame', async () => {
    const source = await plain(10, 10).gif().toBuffer();
    source.writeUInt16LE(60_000, 6);
    source.writeUInt16LE(60_000, 8);
    expect(await problemOf(source)).toBe('tooLarge');
  });

  test('a picture that moves', async () => {
    const frames = await sharp(
      await Promise.all(
        ['red', 'blue'].map((background) =>
          sharp({ create: { width: 8, height: 8, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      ),
      { join: { animated: true } },
    )
      .gif()
      .toBuffer();
    expect(await problemOf(frames)).toBe('animated');
    const png = await plain(8, 8).png().toBuffer();
    const pixels = png.indexOf('IDAT') - 4;
    const moving = Buffer.concat([
      png.subarray(0, pixels),
      Buffer.from('\0\0\0\0acTL\0\0\0\0'),
      png.subarray(pixels),
    ]);
    expect(await problemOf(moving)).toBe('animated');
  });
});
