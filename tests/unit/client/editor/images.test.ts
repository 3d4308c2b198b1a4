import { describe, expect, test } from 'vitest';
import { fitSize, isAnimated, smallerTypes } from '../../../../client/editor/inline-image.ts';
import { animation, image, sparseGif, sparseWebp } from '../../../support/files.ts';

describe('sizes', () => {
  test.each([
    [{ width: 2000, height: 2000 }, undefined],
    [{ width: 10, height: 1 }, undefined],
    [
      { width: 2001, height: 100 },
      { width: 2000, height: 100 },
    ],
    [
      { width: 4000, height: 3000 },
      { width: 2000, height: 1500 },
    ],
    [
      { width: 3000, height: 4000 },
      { width: 1500, height: 2000 },
    ],
    [
      { width: 12_000, height: 1 },
      { width: 2000, height: 1 },
    ],
  ])('%j becomes %j', (size, fitting) => {
    expect(fitSize(size)).toEqual(fitting);
  });

  test('what may have holes is never tried as JPEG, and a photo never as PNG', () => {
    expect(smallerTypes('image/jpeg')).toEqual(['image/jpeg']);
    for (const type of ['image/png', 'image/gif', 'image/webp', 'image/avif']) {
      expect(smallerTypes(type)).not.toContain('image/jpeg');
    }
  });
});

describe('animations', () => {
  test.each([
    ['a GIF of three pictures', () => animation('gif', 3), true],
    ['a GIF of large, nearly empty pictures', () => sparseGif(3000, 2000, 2), true],
    ['a WebP of three pictures', () => animation('webp', 3), true],
    ['a WebP of nearly empty pictures', () => sparseWebp(3000, 2000, 2), true],
    ['a PNG with an animation', () => withAnimationChunk(), true],
    ['an AVIF sequence', () => Buffer.from('0000001c667479706176697300000000', 'hex'), true],
    ['a GIF of one picture', () => image('gif'), false],
    ['a WebP', () => image('webp'), false],
    ['a PNG', () => image('png'), false],
    ['a JPEG', () => image('jpeg'), false],
    ['an AVIF', () => image('avif'), false],
    ['nothing', () => Buffer.alloc(0), false],
    ['a GIF that was cut off', async () => (await animation('gif', 3)).subarray(0, 20), false],
    ['a PNG that lies about a length', async () => (await image('png')).fill(255, 8, 12), false],
  ])('%s: %#', async (_what, bytes, moves) => {
    expect(isAnimated(await bytes())).toBe(moves);
  });
});

/** Inserts `acTL` between head and data, as in APNG. */
async function withAnimationChunk(): Promise<Buffer> {
  const png = await image('png');
  const chunk = Buffer.from('000000086163544c000000020000000000000000', 'hex');
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
