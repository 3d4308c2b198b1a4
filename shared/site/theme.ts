import { contrast, mix, parseColor, type Rgb, readableOn, toHex } from '../color.ts';
import type { Palette } from '../pattern.ts';

/** The colours that a company sets for one theme; `parseColor` reads each. */
export interface BrandTheme {
  background: string;
  text: string;
  accent: string;
  /** The colour of text on the accent; by default the most readable one. */
  on_accent?: string;
  /** The second colour, for what needs attention; by default the accent. */
  signal?: string;
}

export interface BrandColors {
  light: BrandTheme;
  dark: BrandTheme;
}

export const themeNames = ['light', 'dark'] as const;
export type ThemeName = (typeof themeNames)[number];

const colorNames = [
  'bg',
  'surface',
  'sunken',
  'dimmed',
  'ink',
  'ink-soft',
  'line',
  'line-strong',
  'accent',
  'accent-strong',
  'on-accent',
  'accent-soft',
  'signal',
  'on-signal',
  'signal-soft',
  'danger',
  'on-danger',
  'danger-soft',
  'success',
  'success-soft',
  'focus',
] as const;

/** The colours of one theme in client/ui/tokens.css, `#rrggbb` each. */
export type ThemeColors = Record<(typeof colorNames)[number], string>;

/** The colours of a pattern. */
interface Inks {
  ground: string;
  star: string;
  square: string;
  core: string;
  stroke: string;
}

export interface Theme {
  light: ThemeColors;
  dark: ThemeColors;
  art: Record<Palette, Inks>;
}

/** The default colours in tokens.css and Pattern.module.css. A test checks that they agree. */
export const productTheme: Theme = {
  light: {
    bg: '#f3f5f9',
    surface: '#ffffff',
    sunken: '#e7ecf3',
    dimmed: '#757b8a',
    ink: '#0d1730',
    'ink-soft': '#46516c',
    line: '#d2d9e4',
    'line-strong': '#76819b',
    accent: '#1d3cc0',
    'accent-strong': '#142b93',
    'on-accent': '#ffffff',
    'accent-soft': '#e0e7fc',
    signal: '#a4490f',
    'on-signal': '#ffffff',
    'signal-soft': '#f8e8dc',
    danger: '#ad1d2b',
    'on-danger': '#ffffff',
    'danger-soft': '#fae4e5',
    success: '#0f6846',
    'success-soft': '#dcf2e8',
    focus: '#a4490f',
  },
  dark: {
    bg: '#0a1020',
    surface: '#111a31',
    sunken: '#070c18',
    dimmed: '#040812',
    ink: '#e9eef8',
    'ink-soft': '#aab6d0',
    line: '#26324f',
    'line-strong': '#6a7aa0',
    accent: '#8fa7ff',
    'accent-strong': '#b6c5ff',
    'on-accent': '#0a1020',
    'accent-soft': '#1b2951',
    signal: '#f2a267',
    'on-signal': '#0a1020',
    'signal-soft': '#38230f',
    danger: '#ff9b95',
    'on-danger': '#0a1020',
    'danger-soft': '#3b1720',
    success: '#7fd8b0',
    'success-soft': '#0f3023',
    focus: '#f2a267',
  },
  art: {
    accent: { ground: '#1d3cc0', star: '#2a4bd8', square: '#eef2f8', core: '#d8702a', stroke: '#c9d5fb' },
    ink: { ground: '#0b1434', star: '#15225a', square: '#d8702a', core: '#8fa7ff', stroke: '#6f84d8' },
    signal: { ground: '#d8702a', star: '#c05f1d', square: '#0b1434', core: '#eef2f8', stroke: '#fbe3cf' },
    paper: { ground: '#dfe6f3', star: '#eef2f8', square: '#1d3cc0', core: '#d8702a', stroke: '#1d3cc0' },
  },
};

/**
 * The contrast that WCAG 2.2 requires for text (1.4.3). `shapeContrast` is for borders of controls and focus rings
 * (1.4.11).
 */
export const textContrast = 4.5;
const shapeContrast = 3;

const black: Rgb = [0, 0, 0];
const white: Rgb = [1, 1, 1];

/** A colour of which text is made, and the colour behind the text. */
interface ContrastPair {
  front: 'text' | 'accent' | 'signal' | 'on_accent';
  ground: 'background' | 'accent';
  color: string;
  below: string;
  ratio: number;
}

/** Returns the pairs of the company's colours that need the contrast of text. */
function contrastPairs(theme: BrandTheme): ContrastPair[] {
  const { background, text, accent, on_accent, signal = accent } = theme;
  const pair = (
    front: ContrastPair['front'],
    color: string,
    ground: ContrastPair['ground'] = 'background',
  ) => {
    const below = ground === 'accent' ? accent : background;
    return { front, ground, color, below, ratio: contrast(rgb(color), rgb(below)) };
  };
  return [
    pair('text', text),
    pair('accent', accent),
    ...(signal === accent ? [] : [pair('signal', signal)]),
    ...(on_accent === undefined ? [] : [pair('on_accent', on_accent, 'accent')]),
  ];
}

/**
 * Returns the text of a contrast ratio. The ratio is rounded down, so that the text never shows a sufficient ratio for
 * an insufficient one.
 */
export function ratioText(ratio: number) {
  return `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;
}

/** Returns true if the background is lighter than the text in the light theme, or darker in the dark theme. */
export function isRightWayRound({ background, text }: BrandTheme, name: ThemeName) {
  const isLight = contrast(rgb(background), black) > contrast(rgb(text), black);
  return isLight === (name === 'light');
}

/**
 * Returns one sentence for each pair of the company's colours whose contrast is below the limit, and one if the
 * background is the darker colour of the light theme, or the lighter one of the dark theme.
 */
export function contrastProblems(theme: BrandTheme, name: ThemeName) {
  const problems = contrastPairs(theme).flatMap(({ front, ground, color, below, ratio }) =>
    ratio >= textContrast
      ? []
      : `${front} ${color} on ${ground} ${below} has a contrast of ${ratioText(ratio)} in the ${name} theme; text needs at least ${textContrast}:1 (WCAG 2.2, 1.4.3)`,
  );
  return isRightWayRound(theme, name)
    ? problems
    : [
        ...problems,
        `background must be ${name === 'light' ? 'lighter' : 'darker'} than text in the ${name} theme`,
      ];
}

/**
 * Returns every colour of both themes and of the artwork, derived from the few that the company sets. Without any,
 * returns the product's own colours.
 */
export function themeOf(colors: BrandColors | undefined) {
  if (!colors) return productTheme;
  const light = themeColors(colors.light, 'light');
  const dark = themeColors(colors.dark, 'dark');
  return { light, dark, art: artOf(light, dark) };
}

/**
 * Returns the colours of both themes for a company that has chosen only its accent. Backgrounds and texts have a
 * trace of the accent. The accent is darkened or lightened in a theme if it would not be readable there. Whatever
 * accent is given, `contrastProblems` finds nothing.
 */
export function brandFromAccent(accent: string): BrandColors {
  const given = rgb(accent);
  const themeFor = (paper: Rgb, ink: Rgb): BrandTheme => {
    const background = rgb(toHex(mix(paper, given, 0.04)));
    return {
      background: toHex(background),
      text: toHex(mix(ink, given, 0.06)),
      accent: toHex(readableOn(given, [background], textContrast)),
    };
  };
  return { light: themeFor(white, rgb('#14161a')), dark: themeFor(rgb('#0c0d10'), white) };
}

/**
 * Returns the theme as the custom properties that client/ui/tokens.css reads. Every value is a `#rrggbb` computed
 * here, so no text of the company can end a declaration or the attribute around it.
 */
export function themeStyle(colors: BrandColors) {
  const theme = themeOf(colors);
  const ofThemes = themeNames.flatMap((name) =>
    colorNames.map((color) => `--brand-${name}-${color}:${theme[name][color]}`),
  );
  const ofArt = Object.entries(theme.art).flatMap(([palette, inks]) =>
    Object.entries(inks).map(([ink, color]) => `--brand-art-${palette}-${ink}:${color}`),
  );
  return [...ofThemes, ...ofArt].join(';');
}

function themeColors(given: BrandTheme, name: ThemeName) {
  const [bg, ink, accent] = [rgb(given.background), rgb(given.text), rgb(given.accent)];
  const signal = rgb(given.signal ?? given.accent);
  const onAccent = given.on_accent ? rgb(given.on_accent) : readableFrom([white, bg, ink, black], accent);
  const brand = [ink, accent, signal];
  const surface = name === 'light' ? ground(bg, white, 1, brand) : ground(bg, ink, 0.06, brand);
  const sunken = name === 'light' ? ground(bg, ink, 0.06, [ink]) : ground(bg, black, 0.35, [ink]);
  const grounds = [bg, surface];
  const status = (base: string) => {
    const color = readableOn(rgb(base), grounds, textContrast);
    return { color, soft: ground(bg, color, 0.12, [color]) };
  };
  const danger = status(productTheme[name].danger);
  const success = status(productTheme[name].success);
  const accentSoft = ground(bg, accent, 0.14, [ink, accent]);
  const stronger = mix(accent, readableFrom([black, white], onAccent), 0.22);
  const isStronger = [...grounds, accentSoft, onAccent].every(
    (each) => contrast(stronger, each) >= textContrast,
  );
  const scrim = parseColor(name === 'light' ? '#0d1730' : '#02050c') ?? black;
  const veil = name === 'light' ? 0.55 : 0.72;
  const found: Record<keyof ThemeColors, Rgb> = {
    bg,
    surface,
    sunken,
    dimmed: [0, 1, 2].map((at) => (bg[at] ?? 0) * (1 - veil) + (scrim[at] ?? 0) * veil) as unknown as Rgb,
    ink,
    'ink-soft': readableOn(mix(ink, bg, 0.28), [...grounds, sunken], textContrast),
    line: mix(bg, ink, 0.16),
    'line-strong': readableOn(mix(bg, ink, 0.5), grounds, shapeContrast),
    accent,
    'accent-strong': isStronger ? stronger : accent,
    'on-accent': onAccent,
    'accent-soft': accentSoft,
    signal,
    'on-signal': readableFrom([white, bg, ink, black], signal),
    'signal-soft': ground(bg, signal, 0.14, [ink, signal]),
    danger: danger.color,
    'on-danger': readableFrom([white, bg, black], danger.color),
    'danger-soft': danger.soft,
    success: success.color,
    'success-soft': success.soft,
    focus: signal,
  };
  return Object.fromEntries(colorNames.map((color) => [color, toHex(found[color])])) as ThemeColors;
}

/** Returns the colours of the artwork, which are the same in both themes. */
function artOf(light: ThemeColors, dark: ThemeColors): Theme['art'] {
  const [accent, ink, signal, paper] = [light.accent, light.ink, light.signal, light.bg];
  const between = (one: string, other: string, share: number) => toHex(mix(rgb(one), rgb(other), share));
  return {
    accent: {
      ground: accent,
      star: between(accent, '#ffffff', 0.12),
      square: paper,
      core: signal,
      stroke: between(accent, paper, 0.78),
    },
    ink: {
      ground: ink,
      star: between(ink, accent, 0.3),
      square: signal,
      core: dark.accent,
      stroke: between(ink, paper, 0.5),
    },
    signal: {
      ground: signal,
      star: between(signal, '#000000', 0.14),
      square: ink,
      core: paper,
      stroke: between(signal, paper, 0.8),
    },
    paper: {
      ground: between(paper, accent, 0.1),
      star: paper,
      square: accent,
      core: signal,
      stroke: accent,
    },
  };
}

/**
 * Mixes `base` with `end`: with the share `share` of `end`, or with less if a colour in `readers` would not be
 * readable on the result.
 */
function ground(base: Rgb, end: Rgb, share: number, readers: readonly Rgb[]): Rgb {
  for (let part = share; part > 0.005; part *= 0.75) {
    const tried = mix(base, end, part);
    if (readers.every((reader) => contrast(rgb(toHex(tried)), reader) >= textContrast)) return tried;
  }
  return base;
}

/** Returns the first of `colors` that is readable on `below`; if none is, the one with the highest contrast. */
function readableFrom(colors: readonly Rgb[], below: Rgb) {
  const ratio = (color: Rgb) => contrast(color, below);
  return (
    colors.find((color) => ratio(color) >= textContrast) ??
    [...colors].sort((one, other) => ratio(other) - ratio(one))[0] ??
    black
  );
}

function rgb(text: string): Rgb {
  return parseColor(text) ?? black;
}
