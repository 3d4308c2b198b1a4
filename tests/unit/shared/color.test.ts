import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contrast, nearestReadable, parseColor, type Rgb, toHex, toOklch } from '#shared/color.ts';

const channel = fc.integer({ min: 0, max: 255 }).map((value) => value / 255);
const color: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel);
const rgb = (text: string) => parseColor(text) as Rgb;

it('the nearest colour that can be read has the contrast once it is written as hex, keeps its hue, and always exists', () => {
  fc.assert(
    fc.property(color, color, (front, ground) => {
      const found = nearestReadable(front, ground, 4.5) as Rgb;
      expect(contrast(rgb(toHex(found)), ground)).toBeGreaterThanOrEqual(4.5);
      if (contrast(front, ground) >= 4.5) expect(toHex(found)).toBe(toHex(front));
      const [before, after] = [toOklch(front), toOklch(found)];
      const turn = Math.abs(before.hue - after.hue);
      // The hue of a colour that is almost grey depends on the rounding to 8 bits.
      if (Math.min(before.chroma, after.chroma) >= 0.06) expect(Math.min(turn, 360 - turn)).toBeLessThan(6);
    }),
  );
});
