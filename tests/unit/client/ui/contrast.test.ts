import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contrast, parseColor, type Rgb } from '#shared/color.ts';
import { contrastProblems, productTheme, type ThemeColors, themeNames, themeOf } from '#shared/site/theme.ts';
import { groundColors, textColors } from '../../../../client/editor/toolbar/palette.ts';

const tokens = readFileSync(join(import.meta.dirname, '../../../../client/ui/tokens.css'), 'utf8');
const ratio = (one: string, other: string) => contrast(parseColor(one) as Rgb, parseColor(other) as Rgb);

/** Each colour, the grounds on which it must be readable, and the contrast that it needs (WCAG 2.2, 1.4.3 and 1.4.11). */
const pairs = [
  ['ink', 'bg surface sunken accent-soft signal-soft', 4.5],
  ['ink-soft', 'bg surface sunken', 4.5],
  ['accent', 'bg surface accent-soft', 4.5],
  ['accent-strong', 'bg surface accent-soft', 4.5],
  ['signal', 'bg surface signal-soft', 4.5],
  ['danger', 'bg surface danger-soft', 4.5],
  ['success', 'bg surface success-soft', 4.5],
  ['on-accent', 'accent accent-strong', 4.5],
  ['on-signal', 'signal', 4.5],
  ['on-danger', 'danger', 4.5],
  ['line-strong', 'bg surface', 3],
  ['focus', 'bg surface', 3],
] as const;
const tooFaint = (theme: ThemeColors) =>
  pairs.flatMap(([front, grounds, least]) =>
    grounds
      .split(' ')
      .filter((ground) => ratio(theme[front], theme[ground as 'bg']) < least)
      .map((ground) => `${front} on ${ground}`),
  );

it.each(themeNames)('the %s theme of the product can be read, and is that of tokens.css', (name) => {
  expect(tooFaint(productTheme[name])).toEqual([]);
  for (const [token, color] of Object.entries(productTheme[name]))
    expect(tokens, token).toContain(`var(--brand-${name}-${token}, ${color})`);
});

// Accents of every hue, on light and dark backgrounds.
it.each(Array.from({ length: 12 }, (_, at) => at * 30))(
  'colours of a company that pass the check at start are readable in every place: hue %i',
  (hue) => {
    for (const lightness of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
      const accent = `oklch(${lightness} 0.2 ${hue})`;
      for (const [day, night] of [
        ['#fdf8f0', '#1a1210'],
        ['#c8d8e8', '#33333a'],
      ] as const) {
        const light = { background: day, text: '#2b1a10', accent };
        const colors = { light, dark: { background: night, text: '#ffffff', accent } };
        for (const name of themeNames)
          if (contrastProblems(colors[name], name).length === 0)
            expect(tooFaint(themeOf(colors)[name]), JSON.stringify(colors[name])).toEqual([]);
      }
    }
  },
);

it('letters of each colour of the editor are readable on white and on each of its grounds', () => {
  for (const { name, value } of textColors)
    for (const ground of [{ value: '#ffffff' }, ...groundColors])
      expect(ratio(value, ground.value), `${name} on ${ground.value}`).toBeGreaterThanOrEqual(4.5);
});

it.each([
  '#1d3cc0ff',
  'oklch(0.5 0.1 20 / 50%)',
  '#fff;background:url(//x)',
  'oklch(0.5 0.1 20)" onload="x',
  '',
])('a colour is not %j', (text) => expect(parseColor(text)).toBeUndefined());
