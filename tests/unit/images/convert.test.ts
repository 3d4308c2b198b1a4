import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ConversionError } from '../../../server/image-files/image-files.ts';
import { createConverter } from '../../../server/images/convert.ts';
import { animatedPng, animation, image, pngHeader } from '../../support/files.ts';

const { convert } = createConverter();
/** A picture like a photo, in which no two pixels are alike. */
const photo = sharp(createHash('shake256', { outputLength: 240_000 }).update('photo').digest(), {
  raw: { width: 400, height: 200, channels: 3 },
});

test.each([
  ['noPicture', () => photo.clone().tiff().toBuffer()],
  ['noPicture', async () => (await image('png')).subarray(0, 12)],
  ['broken', async () => (await photo.clone().jpeg().toBuffer()).subarray(0, 20_000)],
  // 50 megapixels, by the header.
  ['tooLarge', () => pngHeader(8_000, 6_251)],
  ['broken', () => pngHeader(8_000, 6_250)],
  // A GIF whose canvas is larger than its frame.
  ['tooLarge', async () => (await image('gif')).fill('60ea60ea', 6, 10, 'hex')],
  ['animated', () => animation('gif', 2)],
  ['animated', async () => animatedPng(await image('png'))],
])('what is %s is not made smaller: %#', async (problem, make) => {
  const error = await convert(await make(), 320).catch((thrown: unknown) => thrown);
  expect(error instanceof ConversionError && error.problem).toBe(problem);
});
