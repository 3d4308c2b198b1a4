import sharp from 'sharp';
import { expect, test } from 'vitest';
import { withoutMetadata } from '../../../server/image-files/image-files.ts';
import { animatedPng, animation, image } from '../../support/files.ts';

const secret = 'Secret Camera';
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="${secret}"/></rdf:RDF></x:xmpmeta>`;

const told = (format: 'jpeg' | 'png' | 'webp' | 'avif') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#b5482a' } })
    .withExif({ IFD0: { Make: secret, Copyright: secret } })
    .withXmp(xmp)
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer();

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a %s says nothing of its camera, has its colours and is upright; the second time nothing is left to remove',
  async (format) => {
    const bytes = await told(format);
    expect(bytes.includes(secret)).toBe(true);
    const plain = await withoutMetadata(Buffer.concat([bytes, Buffer.from(secret)]));
    if (!plain) throw new Error('is as it was');
    expect([plain.includes(secret), plain.includes('xmpmeta')]).toEqual([false, false]);
    const [before, after] = await Promise.all([bytes, plain].map((each) => sharp(each).metadata()));
    expect(after?.icc).toEqual(before?.icc);
    expect([after?.width, after?.height, after?.orientation ?? 1]).toEqual([40, 60, 1]);
    const colours = await Promise.all(
      [bytes, plain].map(async (each) => (await sharp(each).stats()).channels.map(({ mean }) => mean)),
    );
    for (const [at, mean] of (colours[0] ?? []).entries())
      expect(Math.abs(mean - (colours[1]?.[at] ?? 0))).toBeLessThan(3);
    expect(await withoutMetadata(plain)).toBeUndefined();
    expect(await withoutMetadata(bytes)).toEqual(await withoutMetadata(bytes));
  },
);

test('an animated WebP still moves', async () => {
  const moving = await sharp(await animation('webp', 3), { animated: true })
    .withExif({ IFD0: { Make: secret } })
    .webp()
    .toBuffer();
  const plain = await withoutMetadata(moving);
  expect([plain?.includes(secret), (await sharp(plain).metadata()).pages]).toEqual([false, 3]);
});

test.each([
  ['without metadata', () => image('png')],
  ['that moves and would stand still', async () => animatedPng(await told('png'))],
  ['that ends early', async () => (await told('png')).subarray(0, -40)],
  ['that is none', async () => Buffer.from('Make')],
])('a picture %s stays as it is', async (_what, make) => {
  expect(await withoutMetadata(await make())).toBeUndefined();
});
