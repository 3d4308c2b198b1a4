import { expect, it } from 'vitest';
import { contrast, parseColor, type Rgb } from '#shared/color.ts';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import { completeColors, verdictOf } from '../../../../../../client/admin/site/look/look-values.ts';

const good = { background: '#ffffff', text: '#101010', accent: '#0a5c2b', on_accent: '', signal: '' };
const dark = { ...good, background: '#101010', text: '#ffffff', accent: '#7fd8b0' };

it.each([
  ['accent', '#8fd0a8', good.background],
  ['text', '#999999', good.background],
  ['on_accent', '#1a7040', good.accent],
] as const)('a colour that is too faint is an error with a way out: %s', (name, faint, ground) => {
  const { error, nearest = '' } = verdictOf(name, { ...good, [name]: faint }, 'light');
  expect(error).toMatch(/^Too faint: contrast \d\.\d\d:1 on the \w+\. It needs 4\.5:1\.$/);
  expect(contrast(parseColor(nearest) as Rgb, parseColor(ground) as Rgb)).toBeGreaterThanOrEqual(4.5);
});

it('a ratio of 4.4776 is never shown as sufficient', () => {
  expect(verdictOf('accent', { ...good, accent: '#777777' }, 'light').error).toContain('4.47:1');
});

it('colours are saved once each needed one is a colour', () => {
  expect(brandSchema.safeParse({ colors: completeColors({ light: good, dark }) }).success).toBe(true);
  expect(completeColors({ light: { ...good, signal: 'red' }, dark })).toBeUndefined();
  expect(completeColors({ light: good })).toBeUndefined();
});
