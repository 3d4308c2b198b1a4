import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, parseColor } from '#shared/color.ts';
import {
  type BrandColors,
  type BrandTheme,
  contrastProblems,
  productTheme,
  type ThemeColors,
  themeNames,
  themeOf,
} from '#shared/site/theme.ts';

const source = (path: string) => readFileSync(join(import.meta.dirname, '../../../../client', path), 'utf8');

const texts: [keyof ThemeColors, (keyof ThemeColors)[]][] = [
  ['ink', ['bg', 'surface', 'sunken', 'accent-soft', 'signal-soft']],
  ['ink-soft', ['bg', 'surface', 'sunken']],
  ['accent', ['bg', 'surface', 'accent-soft']],
  ['accent-strong', ['bg', 'surface', 'accent-soft']],
  ['signal', ['bg', 'surface', 'signal-soft']],
  ['danger', ['bg', 'surface', 'danger-soft']],
  ['success', ['bg', 'surface', 'success-soft']],
  ['on-accent', ['accent', 'accent-strong']],
  ['on-signal', ['signal']],
  ['on-danger', ['danger']],
];
/** Borders of controls and focus rings: 3:1 (WCAG 2.2, 1.4.11). */
const shapes: [keyof ThemeColors, (keyof ThemeColors)[]][] = [
  ['line-strong', ['bg', 'surface']],
  ['focus', ['bg', 'surface']],
];

/** Returns the colour pairs of a theme whose contrast is too low. */
function tooFaint(theme: ThemeColors): string[] {
  const ratio = (one: keyof ThemeColors, other: keyof ThemeColors) =>
    contrast(parseColor(theme[one]) ?? [0, 0, 0], parseColor(theme[other]) ?? [0, 0, 0]);
  const below = (pairs: typeof texts, least: number) =>
    pairs.flatMap(([front, grounds]) =>
      grounds
        .filter((ground) => ratio(front, ground) < least)
        .map((ground) => `${front} on ${ground}: ${ratio(front, ground).toFixed(2)}`),
    );
  return [...below(texts, 4.5), ...below(shapes, 3)];
}

describe.each(themeNames)('the %s theme', (name) => {
  it('of the product can be read', () => {
    expect(tooFaint(productTheme[name])).toEqual([]);
  });

  it('of the product is that of tokens.css', () => {
    const css = source('ui/tokens.css');
    for (const [token, color] of Object.entries(productTheme[name])) {
      expect(css, token).toContain(`var(--brand-${name}-${token}, ${color})`);
    }
  });
});

it('the inks of the product are those of its pattern', () => {
  const css = source('ui/Pattern.module.css');
  for (const [palette, inks] of Object.entries(productTheme.art)) {
    for (const [ink, color] of Object.entries(inks)) {
      expect(css, palette).toContain(`var(--brand-art-${palette}-${ink}, ${color})`);
    }
  }
});

const light: BrandTheme = { background: '#fdf8f0', text: '#2b1a10', accent: '#8a1c3f' };
const dark: BrandTheme = { background: '#1a1210', text: '#f6ece4', accent: '#ff9db4' };

describe('the colours of a company', () => {
  // Light and dark accents of every hue, on light and dark backgrounds: colours that pass the check at start must be
  // readable everywhere.
  const hues = Array.from({ length: 24 }, (_, at) => at * 15);
  it.each(hues)('are readable in every place when they pass the check: hue %i', (hue) => {
    for (const lightness of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
      const accent = `oklch(${lightness} 0.2 ${hue})`;
      for (const colors of [
        { light: { ...light, accent }, dark },
        { light: { ...light, background: '#c8d8e8', accent }, dark },
        { light, dark: { ...dark, accent } },
        { light, dark: { ...dark, background: '#33333a', text: '#ffffff', accent } },
      ] satisfies BrandColors[]) {
        const theme = themeOf(colors);
        for (const name of themeNames) {
          if (contrastProblems(colors[name], name).length === 0) {
            expect(tooFaint(theme[name]), `${name} ${JSON.stringify(colors[name])}`).toEqual([]);
          }
        }
      }
    }
  });

  it('stay what the company named', () => {
    const theme = themeOf({ light: { ...light, signal: '#0b5c3b' }, dark });
    expect(theme.light).toMatchObject({
      bg: '#fdf8f0',
      ink: '#2b1a10',
      accent: '#8a1c3f',
      signal: '#0b5c3b',
    });
    expect(theme.dark).toMatchObject({ bg: '#1a1210', ink: '#f6ece4', accent: '#ff9db4', signal: '#ff9db4' });
  });
});

describe('a colour', () => {
  it.each([
    ['#fff', '#ffffff'],
    ['#1D3CC0', '#1d3cc0'],
    // From the table of CSS Color 4: sRGB red, and a colour outside sRGB.
    ['oklch(0.628 0.2577 29.23)', '#ff0000'],
    ['oklch(62.8% .2577 29.23deg)', '#ff0000'],
    ['oklch(1 0 0)', '#ffffff'],
    ['oklch(0 0 0)', '#000000'],
  ])('%s is %s', (text, hex) => {
    const [red, green, blue] = parseColor(text) ?? [];
    expect([red, green, blue].map((channel) => Math.round((channel ?? 0) * 255))).toEqual(
      [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
    );
  });

  it.each([
    '#12345',
    '#1d3cc0ff',
    'red',
    'rgb(1 2 3)',
    'oklch(0.5 0.1 20 / 50%)',
    'oklch(0.5 0.9 20)',
    'oklch(1.5 0.1 20)',
    '#fff;background:url(//x)',
    'oklch(0.5 0.1 20)" onload="x',
    '',
  ])('is not %j', (text) => {
    expect(parseColor(text)).toBeUndefined();
  });

  it('contrasts as WCAG counts it', () => {
    expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21, 5);
    expect(contrast(parseColor('#777777') ?? [0, 0, 0], [1, 1, 1])).toBeCloseTo(4.478, 3);
  });
});
