import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseColor, type Rgb, toOklch } from '#shared/color.ts';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import { colorsOfLogo } from '../../../../../../client/admin/site/look/logo-colors.ts';

/** Returns the pixels of a logo: for each colour, with its alpha, as many pixels as are given. */
function logo(...areas: [color: string, pixels: number, alpha?: number][]): Uint8ClampedArray {
  const pixels = areas.flatMap(([color, count, alpha = 255]) => {
    const channels = (parseColor(color) as Rgb).map((value) => Math.round(value * 255));
    return Array.from({ length: count }, () => [...channels, alpha]).flat();
  });
  return Uint8ClampedArray.from(pixels);
}

const hueOf = (color: string | undefined) => toOklch(parseColor(color ?? '') as Rgb).hue;

describe('colours from a logo', () => {
  it('pass every check of the schema and differ, whatever the logo is', () => {
    const pixels = fc.uint8ClampedArray({ maxLength: 400 });
    const area = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.constant(255));
    const flat = area.map((color) => Uint8ClampedArray.from(Array.from({ length: 8 }, () => color).flat()));
    fc.assert(
      fc.property(fc.oneof(pixels, flat), (any) => {
        const { proposals } = colorsOfLogo(any);
        for (const colors of proposals) expect(brandSchema.safeParse({ colors }).error).toBeUndefined();
        expect(new Set(proposals.map((colors) => JSON.stringify(colors))).size).toBe(3);
      }),
    );
  });

  it('take the hue of the largest area as the accent, and the next one as the signal', () => {
    const { proposals, hasColor } = colorsOfLogo(logo(['#0a7d4a', 60], ['#d6402b', 30], ['#ffffff', 200]));
    expect(hasColor).toBe(true);
    const [first, , third] = proposals;
    expect(hueOf(first?.light.accent)).toBeCloseTo(hueOf('#0a7d4a'), -1);
    expect(hueOf(first?.dark.signal)).toBeCloseTo(hueOf('#d6402b'), -1);
    expect(hueOf(third?.light.accent)).toBeCloseTo(hueOf('#d6402b'), -1);
  });

  it('leave out what is transparent, and soft edges between two colours', () => {
    const { proposals } = colorsOfLogo(logo(['#0a7d4a', 60], ['#d6402b', 500, 20], ['#9040c0', 2]));
    for (const { light } of proposals) {
      expect(hueOf(light.accent)).toBeCloseTo(hueOf('#0a7d4a'), -1);
      expect(light.signal).toBeUndefined();
    }
  });

  it('are greys for a logo without colour', () => {
    for (const pixels of [logo(['#000000', 50], ['#ffffff', 50]), logo(['#d6402b', 50, 0]), logo()]) {
      const { proposals, hasColor } = colorsOfLogo(pixels);
      expect(hasColor).toBe(false);
      for (const { accent } of proposals.flatMap(({ light, dark }) => [light, dark])) {
        expect(toOklch(parseColor(accent) as Rgb).chroma).toBeLessThan(0.01);
      }
    }
  });
});
