import { type Oklch, oklchToRgb, parseColor, toHex, toOklch } from '#shared/color.ts';
import { type BrandColors, brandFromAccent } from '#shared/site/theme.ts';

export interface LogoColors {
  /** Three different sets of colours. Each passes all checks of the schema. */
  proposals: BrandColors[];
  /** False for a logo in black, white and greys only. */
  hasColor: boolean;
}

/** Pixels with less chroma count as grey. */
const leastChroma = 0.04;
/** Pixels with less alpha, from 0 to 255, belong to the ground of the logo. */
const leastAlpha = 128;
/** The share of the coloured pixels that a second colour needs. It leaves out the soft edges between two colours. */
const leastShare = 0.04;
/** Degrees. Two hues that are nearer to each other count as one. */
const leastDistance = 40;

/**
 * Proposes colours for both themes from the pixels of a logo: red, green, blue and alpha for each pixel, as a canvas
 * gives them.
 */
export function colorsOfLogo(pixels: Uint8ClampedArray): LogoColors {
  const leading = leadingColors(pixels);
  const [first = grey, other] = leading;
  const accents = [first, other ?? { ...first, lightness: 0.4 }, { ...first, lightness: 0.3 }];
  return {
    proposals: accents.map((accent) => brandFromAccent(toHex(oklchToRgb(accent)))),
    hasColor: leading.length > 0,
  };
}

const grey: Oklch = { lightness: 0.45, chroma: 0, hue: 0 };

/** Returns at most two colours of different hues, the one that covers more first. */
function leadingColors(pixels: Uint8ClampedArray): Oklch[] {
  const counts = new Map<string, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    const hex = toHex([red / 255, green / 255, blue / 255]);
    if (alpha >= leastAlpha) counts.set(hex, (counts.get(hex) ?? 0) + 1);
  }
  const colors = [...counts]
    .map(([hex, count]) => ({ count, ...toOklch(parseColor(hex) ?? [0, 0, 0]) }))
    .filter(({ chroma }) => chroma >= leastChroma)
    .sort((one, next) => next.count - one.count);
  const total = colors.reduce((sum, { count }) => sum + count, 0);
  const [first] = colors;
  const second =
    first &&
    colors.find(({ count, hue }) => count >= total * leastShare && distance(hue, first.hue) >= leastDistance);
  return [first, second].filter((color) => color !== undefined);
}

function distance(one: number, other: number): number {
  const apart = Math.abs(one - other) % 360;
  return Math.min(apart, 360 - apart);
}
