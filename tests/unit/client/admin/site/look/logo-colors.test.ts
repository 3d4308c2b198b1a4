import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import { colorsOfLogo } from '../../../../../../client/admin/site/look/logo-colors.ts';

it('colours from a logo pass every check of the schema and differ, whatever the logo is', () => {
  const flat = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((color) =>
    Array(8)
      .fill([...color, 255])
      .flat(),
  );
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.nat(255), { maxLength: 400 }), flat), (pixels) => {
      const { proposals } = colorsOfLogo(Uint8ClampedArray.from(pixels));
      for (const colors of proposals) expect(brandSchema.safeParse({ colors }).error).toBeUndefined();
      expect(new Set(proposals.map((colors) => JSON.stringify(colors))).size).toBe(3);
    }),
  );
});
