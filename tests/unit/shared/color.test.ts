import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, nearestReadable, parseColor, type Rgb, toHex, toOklch } from '#shared/color.ts';

const channel = fc.integer({ min: 0, max: 255 }).map((value) => value / 255);
const color: fc.Arbitrary<Rgb> = fc.tuple(channel, channel, channel);
const rgb = (text: string) => parseColor(text) as Rgb;

describe('the nearest colour that can be read', () => {
  it('has the contrast once it is written as hex, keeps its hue, and always exists', () => {
    fc.assert(
      fc.property(color, color, (front, ground) => {
        const found = nearestReadable(front, ground, 4.5) as Rgb;
        expect(contrast(rgb(toHex(found)), ground)).toBeGreaterThanOrEqual(4.5);
        const [before, after] = [toOklch(front), toOklch(found)];
        // The hue of a colour that is almost grey depends on the rounding to 8 bits.
        if (Math.min(before.chroma, after.chroma) < 0.06) return;
        const turn = Math.abs(before.hue - after.hue);
        expect(Math.min(turn, 360 - turn)).toBeLessThan(6);
      }),
    );
  });

  it('is the colour itself if it can be read already', () => {
    fc.assert(
      fc.property(color, color, (front, ground) => {
        fc.pre(contrast(front, ground) >= 4.5);
        expect(toHex(nearestReadable(front, ground, 4.5) as Rgb)).toBe(toHex(front));
      }),
    );
  });

  it('is not much further than needed', () => {
    const found = nearestReadable(rgb('#8fa7ff'), rgb('#ffffff'), 4.5) as Rgb;
    expect(contrast(found, rgb('#ffffff'))).toBeLessThan(4.7);
  });

  it('goes only where it may, and is missing if nothing there can be read', () => {
    const found = nearestReadable(rgb('#777777'), rgb('#808080'), 4.5, [-1]);
    expect(found && toOklch(found).lightness).toBeLessThan(0.25);
    expect(nearestReadable(rgb('#777777'), rgb('#808080'), 4.5, [1])).toBeUndefined();
  });
});
