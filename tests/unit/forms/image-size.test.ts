import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { assertImage } from '../../../server/forms/file-types.ts';
import { animation, image, noisyPng, pngHeader, sparseGif } from '../../support/files.ts';
import { folderForAll } from '../../support/temp-folder.ts';

let folder: string;
folderForAll((made) => (folder = made));

/** Returns what is wrong with an image; undefined if it passes. */
async function problemOf(bytes: Buffer, type: string) {
  const path = join(folder, 'image');
  await writeFile(path, bytes);
  return assertImage(path, type, 'blog_image').then(
    () => undefined,
    (error: { code: string; status: number; message: string }) => error,
  );
}

it.each([
  ['image/jpeg', () => image('jpeg', 400, 300)],
  ['image/png', () => noisyPng(200, 150)],
  ['image/avif', () => image('avif', 400, 300)],
  ['image/gif', () => animation('gif', 8, 200, 150)],
  ['image/webp', () => animation('webp', 8, 200, 150)],
])('a whole %s passes, and a part of it does not', async (type, make) => {
  const bytes = await make();
  expect(await problemOf(bytes, type)).toBeUndefined();
  for (const part of [0.3, 0.6, 0.95])
    expect(await problemOf(bytes.subarray(0, bytes.length * part), type)).toMatchObject({
      code: expect.stringMatching(/^upload\.(cut|bad)Image$/),
    });
});

it.each([
  ['png', () => image('png', 12_000, 1), undefined],
  ['png', () => image('png', 1, 12_001), '1 × 12001 pixels; the limit is 12000 a side'],
  ['png', () => pngHeader(10_000, 8_000), undefined],
  ['png', () => pngHeader(10_000, 8_001), '10000 × 8001 pixels; the limit is 80 million in all'],
  ['gif', () => sparseGif(4000, 3000, 6), undefined],
])('every pixel and frame of a %s counts: %#', async (format, make, words) => {
  const problem = words && {
    code: 'upload.imageTooWide',
    status: 422,
    message: `blog_image: this image is ${words}.`,
  };
  const found = await problemOf(await make(), `image/${format}`);
  if (problem) expect(found).toMatchObject(problem);
  else expect(found).toBeUndefined();
});

it('a PNG that is called JPEG is refused', async () => {
  expect(await problemOf(await image('png'), 'image/jpeg')).toMatchObject({
    code: 'upload.badImage',
    status: 422,
  });
});
