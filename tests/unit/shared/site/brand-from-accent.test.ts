import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, parseColor } from '#shared/color.ts';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import { brandFromAccent } from '#shared/site/theme.ts';

const channel = fc.integer({ min: 0, max: 255 });
const anyColor = fc
  .tuple(channel, channel, channel)
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);

test('any accent makes colours of both themes that the site accepts', () => {
  fc.assert(
    fc.property(anyColor, (accent) => {
      const { error } = brandSchema.safeParse({ colors: brandFromAccent(accent) });
      expect(error?.issues ?? []).toEqual([]);
    }),
    { numRuns: 400, examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#0000ff'], ['#777777']] },
  );
});

test('an accent that is readable in a theme stays as it was chosen', () => {
  expect(brandFromAccent('#1d3cc0').light.accent).toBe('#1d3cc0');
  expect(brandFromAccent('#ffd54a').dark.accent).toBe('#ffd54a');
  expect(brandFromAccent('#ffd54a').light.accent).not.toBe('#ffd54a');
});

test('a light theme is light and a dark theme is dark', () => {
  for (const accent of ['#000000', '#ffffff', '#c8102e']) {
    const { light, dark } = brandFromAccent(accent);
    const [day, night] = [light, dark].map(
      ({ background }) => parseColor(background) ?? ([0, 0, 0] as const),
    );
    expect(contrast(day ?? [0, 0, 0], [0, 0, 0])).toBeGreaterThan(15);
    expect(contrast(night ?? [1, 1, 1], [1, 1, 1])).toBeGreaterThan(14);
  }
});
