import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import { brandFromAccent } from '#shared/site/theme.ts';

test('any accent makes colours of both themes that the site accepts, and stays as it was chosen where it is readable', () => {
  const channel = fc.nat(255).map((part) => part.toString(16).padStart(2, '0'));
  fc.assert(
    fc.property(fc.tuple(channel, channel, channel), (parts) => {
      expect(brandSchema.safeParse({ colors: brandFromAccent(`#${parts.join('')}`) }).error).toBeUndefined();
    }),
    {
      numRuns: 400,
      examples: ['000000', 'ffffff', 'ffff00', '0000ff', '777777'].map((hex) => [
        hex.match(/../g) as [string, string, string],
      ]),
    },
  );
  const { light, dark } = brandFromAccent('#ffd54a');
  expect([light.accent === '#ffd54a', dark.accent]).toEqual([false, '#ffd54a']);
});
