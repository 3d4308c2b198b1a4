import { expect, test } from 'vitest';
import { groundColors, textColors } from '../../../../client/editor/toolbar/palette.ts';

test('letters of each colour are readable on white and on each ground (WCAG 2.2, 1.4.3)', () => {
  const grounds = ['#ffffff', ...groundColors.map(({ value }) => value)];
  const bad = textColors.flatMap(({ name, value }) =>
    grounds.filter((ground) => contrast(value, ground) < 4.5).map((ground) => `${name} on ${ground}`),
  );
  expect(bad).toEqual([]);
});

function contrast(letters: string, ground: string): number {
  const [dark, light] = [luminance(letters), luminance(ground)].sort((one, other) => one - other);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
