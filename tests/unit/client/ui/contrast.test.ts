import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../../client/ui/tokens.css'), 'utf8');
const colours = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map((found) => [
    found[1] ?? '',
    { light: found[2] ?? '', dark: found[3] ?? '' },
  ]),
);

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const texts: [string, string[]][] = [
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
const shapes: [string, string[]][] = [
  ['line-strong', ['bg', 'surface']],
  ['focus', ['bg', 'surface']],
];

describe.each(['light', 'dark'] as const)('contrast in the %s theme', (theme) => {
  const cases = (pairs: [string, string[]][], least: number) =>
    pairs.flatMap(([front, grounds]) => grounds.map((ground) => ({ front, ground, least })));
  it.each([...cases(texts, 4.5), ...cases(shapes, 3)])('$front on $ground is at least $least', (pair) => {
    const front = colours.get(pair.front);
    const ground = colours.get(pair.ground);
    expect(front && ground, 'both tokens exist').toBeTruthy();
    expect(contrast(front?.[theme] ?? '#000000', ground?.[theme] ?? '#000000')).toBeGreaterThanOrEqual(
      pair.least,
    );
  });
});
