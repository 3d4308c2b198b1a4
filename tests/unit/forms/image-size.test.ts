import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertImage } from '../../../server/forms/image-size.ts';
import {
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
} from '../../support/files.ts';

let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-images-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function judge(bytes: Buffer, type: string): Promise<void> {
  files += 1;
  const path = join(folder, `${files}`);
  await writeFile(path, bytes);
  return assertImage(path, type, 'blog_image');
}

const noisy = () => sharp(deterministicBytes(90_000), { raw: { width: 200, height: 150, channels: 3 } });

const tooWide = (size: string, limit: string) => ({
  code: 'upload.imageTooWide',
  status: 422,
  message: `blog_image: this image is ${size} pixels; the limit is ${limit}.`,
});

describe('the pixels of an image', () => {
  it.each([
    ['JPEG', 'image/jpeg', () => image('jpeg', 400, 300)],
    ['progressive JPEG', 'image/jpeg', () => noisy().jpeg({ progressive: true }).toBuffer()],
    ['PNG', 'image/png', () => noisyPng(200, 150)],
    ['WebP', 'image/webp', () => noisy().webp().toBuffer()],
    ['GIF', 'image/gif', () => noisy().gif().toBuffer()],
    ['AVIF', 'image/avif', () => noisy().avif({ effort: 0 }).toBuffer()],
    ['moving GIF', 'image/gif', () => animation('gif', 8, 200, 150)],
    ['moving WebP', 'image/webp', () => animation('webp', 8, 200, 150)],
  ])('lets a %s pass, and not a part of it', async (_name, type, make) => {
    const bytes = await make();
    await expect(judge(bytes, type)).resolves.toBeUndefined();
    for (const part of [0.3, 0.6, 0.95])
      await expect(judge(bytes.subarray(0, bytes.length * part), type)).rejects.toMatchObject({
        code: expect.stringMatching(/^upload\.(cut|bad)Image$/),
      });
  });

  it('lets a picture pass that has other bytes behind its end', async () => {
    const more = Buffer.alloc(500, 'x');
    for (const format of ['jpeg', 'png', 'gif'] as const)
      await expect(
        judge(Buffer.concat([await image(format), more]), `image/${format}`),
      ).resolves.toBeUndefined();
  });

  it('lets the widest allowed image pass, and not one pixel more', async () => {
    await expect(judge(await image('png', 12_000, 1), 'image/png')).resolves.toBeUndefined();
    await expect(judge(await image('png', 12_001, 1), 'image/png')).rejects.toMatchObject(
      tooWide('12001 × 1', '12000 a side'),
    );
    await expect(judge(await image('png', 1, 12_001), 'image/png')).rejects.toMatchObject(
      tooWide('1 × 12001', '12000 a side'),
    );
  });

  it('refuses a decompression bomb by its header', async () => {
    await expect(judge(pngHeader(60_000, 60_000), 'image/png')).rejects.toMatchObject(
      tooWide('60000 × 60000', '12000 a side'),
    );
    await expect(judge(pngHeader(10_000, 8_001), 'image/png')).rejects.toMatchObject(
      tooWide('10000 × 8001', '80 million in all'),
    );
    await expect(judge(pngHeader(10_000, 8_000), 'image/png')).resolves.toBeUndefined();
  });

  it.each([
    ['gif', sparseGif],
    ['webp', sparseWebp],
  ] as const)('counts every frame of a %s', async (format, make) => {
    await expect(judge(await make(4000, 3000, 6), `image/${format}`)).resolves.toBeUndefined();
    await expect(judge(await make(4000, 3000, 7), `image/${format}`)).rejects.toMatchObject(
      tooWide('4000 × 3000 × 7 frames', '80 million in all'),
    );
  });

  it.each([
    ['a GIF head with a script behind it', () => gifScript(), 'image/gif'],
    ['a program', () => exe(), 'image/png'],
    ['SVG under another name, which the reader would draw', () => svg(), 'image/png'],
  ])('refuses %s', async (_name, make, type) => {
    await expect(judge(make(), type)).rejects.toMatchObject({ code: 'upload.badImage', status: 422 });
  });

  it('refuses a file that the detector and the reader take for different things', async () => {
    await expect(judge(await image('png'), 'image/jpeg')).rejects.toMatchObject({ code: 'upload.badImage' });
  });
});
