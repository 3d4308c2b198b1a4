/** A colour in sRGB, each channel from 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** `#rgb` or `#rrggbb`. */
const hexForm = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
/** `oklch(L C H)`: lightness 0–1 or per cent, chroma, hue in degrees. No alpha: contrast needs an opaque colour. */
const oklchForm = /^oklch\(\s*(\d*\.?\d+)(%?)\s+(\d*\.?\d+)\s+(\d*\.?\d+)(?:deg)?\s*\)$/i;

/**
 * Parses a colour of the form `#rgb`, `#rrggbb` or `oklch(…)`; an `oklch()` colour is converted to sRGB. Returns
 * undefined for any other text.
 */
export function parseColor(text: string): Rgb | undefined {
  if (hexForm.test(text)) {
    const digits = text.slice(1);
    const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
    return channels((at) => Number.parseInt(wide.slice(2 * at, 2 * at + 2), 16) / 255);
  }
  const [, light, percent, chroma, hue] = oklchForm.exec(text) ?? [];
  if (light === undefined) return undefined;
  const lightness = Number(light) / (percent ? 100 : 1);
  if (lightness > 1 || Number(chroma) > 0.5 || Number(hue) > 360) return undefined;
  return oklchToRgb({ lightness, chroma: Number(chroma), hue: Number(hue) });
}

export function toHex(color: Rgb) {
  return `#${color
    .map((channel) =>
      Math.round(clamped(channel) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Returns the contrast ratio of WCAG 2.2: from 1 to 21. */
export function contrast(one: Rgb, other: Rgb) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Mixes two colours: `share` 0 gives the first, 1 the second. Works in OKLab, where equal steps of `share` look
 * equal.
 */
export function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const [from, to] = [toOklab(one), toOklab(other)];
  return oklabToRgb(channels((at) => (from[at] ?? 0) + ((to[at] ?? 0) - (from[at] ?? 0)) * share));
}

/**
 * Moves the colour towards black or white just far enough to have the contrast `least` on each of the backgrounds
 * `grounds`. Of black and white, it uses the one that has more contrast with these backgrounds.
 */
export function readableOn(color: Rgb, grounds: readonly Rgb[], least: number): Rgb {
  const black: Rgb = [0, 0, 0];
  const white: Rgb = [1, 1, 1];
  const worst = (of: Rgb) => Math.min(...grounds.map((ground) => contrast(of, ground)));
  const end = worst(black) > worst(white) ? black : white;
  for (let step = 0; step < 50; step++) {
    // The rounded colour is checked, because rounding to hex could reduce the contrast again.
    const tried = rounded(mix(color, end, step / 50));
    if (worst(tried) >= least) return tried;
  }
  return end;
}

/**
 * Changes the lightness of a colour just far enough to have the contrast `least` on `ground`; its hue stays. `ways`
 * says in which direction the lightness may change: −1 for darker, 1 for lighter. Undefined if no lightness in these
 * directions has the contrast.
 */
export function nearestReadable(
  color: Rgb,
  ground: Rgb,
  least: number,
  ways: readonly (-1 | 1)[] = [-1, 1],
): Rgb | undefined {
  const start = rounded(color);
  if (contrast(start, ground) >= least) return start;
  const oklch = toOklch(color);
  for (let step = 1; step <= lightnessSteps; step++) {
    for (const way of ways) {
      const lightness = clamped(oklch.lightness + (way * step) / lightnessSteps);
      const tried = oklchToRgb({ ...oklch, lightness });
      if (contrast(tried, ground) >= least) return tried;
    }
  }
  return undefined;
}

/** The steps from black to white that `nearestReadable` tries. One step is hardly visible. */
const lightnessSteps = 200;

/** Returns the relative luminance of WCAG 2.2. */
function luminance(color: Rgb) {
  const [red, green, blue] = color.map(linear) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A colour in OKLCH: lightness from 0 to 1, chroma, and hue in degrees from 0 to 360. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

export function toOklch(color: Rgb): Oklch {
  const [lightness, a, b] = toOklab(color);
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return { lightness, chroma: Math.hypot(a, b), hue: hue < 0 ? hue + 360 : hue };
}

/** Converts to sRGB. A colour outside of sRGB loses chroma. */
export function oklchToRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const turn = (hue * Math.PI) / 180;
  const at = (share: number): Rgb =>
    linearOf([lightness, chroma * share * Math.cos(turn), chroma * share * Math.sin(turn)]);
  // The chroma of a colour outside of sRGB is reduced, as in CSS Color 4 §13; lightness and hue stay.
  let share = 1;
  if (!inGamut(at(1))) {
    let [least, most] = [0, 1];
    for (let step = 0; step < 24; step++) {
      share = (least + most) / 2;
      if (inGamut(at(share))) least = share;
      else most = share;
    }
    share = least;
  }
  return rounded(channels((channel) => gamma(clamped(at(share)[channel] ?? 0))));
}

function oklabToRgb(lab: Rgb): Rgb {
  const color = linearOf(lab);
  return channels((at) => gamma(clamped(color[at] ?? 0)));
}

/** Converts OKLab to linear sRGB (bottosson.github.io/posts/oklab). */
function linearOf([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toOklab(color: Rgb): Rgb {
  const [red, green, blue] = color.map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
const gamma = (channel: number) =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
const clamped = (channel: number) => Math.min(1, Math.max(0, channel));
const inGamut = (color: Rgb) => color.every((channel) => channel > -0.0005 && channel < 1.0005);
const channels = (of: (at: number) => number): Rgb => [of(0), of(1), of(2)];

/** Rounds the channels as `toHex` does. */
function rounded(color: Rgb): Rgb {
  return channels((at) => Math.round(clamped(color[at] ?? 0) * 255) / 255);
}
