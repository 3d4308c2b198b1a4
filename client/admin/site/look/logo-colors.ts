import { nearestReadable, type Oklch, oklchToRgb, type Rgb, toHex, toOklch } from '#shared/color.ts';
import { type BrandColors, type BrandTheme, type ThemeName, textContrast } from '#shared/site/theme.ts';

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
/** The share of the coloured pixels that a hue needs to count. It leaves out the soft edges between two colours. */
const leastShare = 0.04;
/** Degrees. Two hues that are nearer to each other count as one. */
const leastDistance = 40;
const bins = 36;
const binWidth = 360 / bins;

/**
 * Proposes colours for both themes from the pixels of a logo: red, green, blue and alpha for each pixel, as a canvas
 * gives them.
 */
export function colorsOfLogo(pixels: Uint8ClampedArray): LogoColors {
  const leading = leadingColors(pixels);
  const [first = grey, other] = leading;
  const proposals = [
    proposal(grounds.white, first, other),
    proposal(grounds.tinted, first, other),
    other ? proposal(grounds.white, other, first) : proposal(grounds.deep, first, undefined),
  ];
  return { proposals, hasColor: leading.length > 0 };
}

const grey: Oklch = { lightness: 0.4, chroma: 0, hue: 0 };

interface Ground {
  light: { background: Shade; text: Shade };
  dark: { background: Shade; text: Shade };
  /** Added to the lightness of the accent in the light theme. */
  lift: number;
}

/** A lightness, and the share of the accent's chroma. */
type Shade = readonly [lightness: number, chromaShare: number];

const grounds = {
  white: {
    light: { background: [1, 0], text: [0.2, 0.12] },
    dark: { background: [0.16, 0.04], text: [0.95, 0.03] },
    lift: 0,
  },
  tinted: {
    light: { background: [0.965, 0.08], text: [0.24, 0.2] },
    dark: { background: [0.19, 0.14], text: [0.94, 0.06] },
    lift: -0.04,
  },
  deep: {
    light: { background: [0.93, 0.14], text: [0.3, 0.4] },
    dark: { background: [0.25, 0.3], text: [0.96, 0.06] },
    lift: -0.1,
  },
} as const satisfies Record<string, Ground>;

/** Lightness of an accent in the dark theme, at least. */
const darkAccent = 0.74;

function proposal(on: Ground, accent: Oklch, signal: Oklch | undefined): BrandColors {
  const theme = (name: ThemeName): BrandTheme => {
    const shade = ([lightness, share]: Shade) =>
      oklchToRgb({ lightness, chroma: accent.chroma * share, hue: accent.hue });
    const background = shade(on[name].background);
    const readable = (color: Oklch) => toHex(onGround(color, background, name, on.lift));
    return {
      background: toHex(background),
      text: toHex(shade(on[name].text)),
      accent: readable(accent),
      ...(signal && { signal: readable(signal) }),
    };
  };
  return { light: theme('light'), dark: theme('dark') };
}

/** Returns the colour, darker or lighter as far as the background of a theme needs it. */
function onGround(color: Oklch, background: Rgb, name: ThemeName, lift: number): Rgb {
  const lightness = name === 'light' ? color.lightness + lift : Math.max(color.lightness, darkAccent);
  const begun = oklchToRgb({ ...color, lightness: Math.min(1, Math.max(0, lightness)) });
  const way = name === 'light' ? -1 : 1;
  return nearestReadable(begun, background, textContrast, [way]) ?? begun;
}

/** The pixels of similar hues: their number, and the sums of their values. */
interface Bin extends Oklch {
  weight: number;
}

/** Returns at most two colours of different hues, the one that covers more first. */
function leadingColors(pixels: Uint8ClampedArray): Oklch[] {
  const found: Bin[] = Array.from({ length: bins }, () => ({ hue: 0, weight: 0, lightness: 0, chroma: 0 }));
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < leastAlpha) continue;
    const channel = (offset: number) => (pixels[at + offset] ?? 0) / 255;
    const { lightness, chroma, hue } = toOklch([channel(0), channel(1), channel(2)]);
    const bin = found[Math.floor(hue / binWidth) % bins];
    if (chroma < leastChroma || !bin) continue;
    bin.weight += 1;
    bin.hue += hue;
    bin.lightness += lightness;
    bin.chroma += chroma;
  }
  const total = found.reduce((sum, { weight }) => sum + weight, 0);
  const strong = found
    .filter(({ weight }) => weight > 0 && weight >= total * leastShare)
    .sort((one, next) => next.weight - one.weight)
    .map(({ weight, hue, lightness, chroma }) => ({
      hue: hue / weight,
      lightness: lightness / weight,
      chroma: chroma / weight,
    }));
  const [first] = strong;
  const second = first && strong.find(({ hue }) => distance(hue, first.hue) >= leastDistance);
  return [first, second].filter((color) => color !== undefined);
}

function distance(one: number, other: number): number {
  const apart = Math.abs(one - other) % 360;
  return Math.min(apart, 360 - apart);
}
