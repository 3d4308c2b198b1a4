import { expect, test } from 'vitest';
import { fitSize, isAnimated } from '../../../../client/editor/inline-image.ts';
import { animatedPng, animation, image } from '../../../support/files.ts';

test.each([
  [2000, 2000, undefined],
  [3000, 4000, { width: 1500, height: 2000 }],
  [12_000, 1, { width: 2000, height: 1 }],
])('an image of %i by %i becomes %j', (width, height, fitting) =>
  expect(fitSize({ width, height })).toEqual(fitting),
);

test.each([
  ['a GIF of three pictures', () => animation('gif', 3), true],
  ['a WebP of three pictures', () => animation('webp', 3), true],
  ['a PNG with an animation', async () => animatedPng(await image('png')), true],
  ['an AVIF sequence', () => Buffer.from('0000001c667479706176697300000000', 'hex'), true],
  ['a GIF of one picture', () => image('gif'), false],
  ['a GIF that was cut off', async () => (await animation('gif', 3)).subarray(0, 20), false],
  ['a PNG that lies about a length', async () => (await image('png')).fill(255, 8, 12), false],
])('%s moves: %#', async (_what, bytes, moves) => expect(isAnimated(await bytes())).toBe(moves));
