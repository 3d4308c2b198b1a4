import { describe, expect, it } from 'vitest';
import { contrast, parseColor, type Rgb } from '#shared/color.ts';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import {
  type ColorTexts,
  colorTextsOf,
  completeColors,
  hasOwnColors,
  verdictOf,
} from '../../../../../../client/admin/site/look/look-values.ts';

const good: ColorTexts = {
  background: '#ffffff',
  text: '#101010',
  accent: '#0a5c2b',
  on_accent: '',
  signal: '',
};
const ratio = (one: string, other: string) => contrast(parseColor(one) as Rgb, parseColor(other) as Rgb);

describe('the verdict on a colour', () => {
  it('is the contrast of a colour that can be read', () => {
    expect(verdictOf('accent', good, 'light').hint).toBe('Contrast 8.14:1 on the background.');
  });

  it.each([
    ['accent', { accent: '#8fd0a8' }],
    ['text', { text: '#999999' }],
    ['signal', { signal: '#ffb000' }],
  ] as const)('is an error with a way out for a faint colour: %s', (name, faint) => {
    const { error, nearest = '' } = verdictOf(name, { ...good, ...faint }, 'light');
    expect(error).toMatch(/^Too faint: contrast \d\.\d\d:1 on the background\. It needs 4\.5:1\.$/);
    expect(ratio(nearest, good.background)).toBeGreaterThanOrEqual(4.5);
    expect(verdictOf(name, { ...good, [name]: nearest }, 'light').error).toBeUndefined();
  });

  it('compares text on the accent with the accent', () => {
    const { error, nearest = '' } = verdictOf('on_accent', { ...good, on_accent: '#1a7040' }, 'light');
    expect(error).toContain('on the accent');
    expect(ratio(nearest, good.accent)).toBeGreaterThanOrEqual(4.5);
  });

  it('never shows a sufficient ratio for an insufficient one', () => {
    // The ratio is 4.4776.
    const { error } = verdictOf('accent', { ...good, accent: '#777777' }, 'light');
    expect(error).toContain('4.47:1');
  });

  it('keeps text on its side of the background, and offers nothing if no colour there can be read', () => {
    const grey = { ...good, background: '#808080', text: '#808080' };
    expect(verdictOf('text', grey, 'light').nearest).toBeDefined();
    expect(verdictOf('text', grey, 'dark').nearest).toBeUndefined();
  });

  it('asks for a light background in the light theme and a dark one in the dark theme', () => {
    expect(verdictOf('background', good, 'light')).toEqual({});
    expect(verdictOf('background', good, 'dark').error).toContain('must be darker than the text');
    const turned = { ...good, background: '#101010', text: '#ffffff' };
    expect(verdictOf('background', turned, 'light').error).toContain('must be lighter than the text');
  });

  it('names what is missing or is no colour', () => {
    expect(verdictOf('accent', { ...good, accent: '' }, 'light').error).toBe('Fill in a colour.');
    expect(verdictOf('accent', { ...good, accent: 'green' }, 'light').error).toContain('not a colour');
    expect(verdictOf('accent', { ...good, background: 'white' }, 'light')).toEqual({});
    expect(verdictOf('signal', good, 'light').error).toBeUndefined();
  });
});

describe('the colours of the form', () => {
  const dark = {
    background: '#101010',
    text: '#ffffff',
    accent: '#7fd8b0',
    on_accent: '',
    signal: '#f2a267',
  };

  it('are complete if each needed one is a colour, and then fit the schema', () => {
    const colors = completeColors({ light: good, dark });
    expect(colors?.light).not.toHaveProperty('signal');
    expect(colors?.dark.signal).toBe('#f2a267');
    expect(brandSchema.safeParse({ colors }).success).toBe(true);
    expect(completeColors({ light: { ...good, text: '#10' }, dark })).toBeUndefined();
    expect(completeColors({ light: { ...good, signal: 'red' }, dark })).toBeUndefined();
    expect(completeColors({ light: good })).toBeUndefined();
  });

  it('are the product’s if none is filled in', () => {
    expect(hasOwnColors(undefined)).toBe(false);
    expect(hasOwnColors(colorTextsOf(undefined))).toBe(false);
    expect(hasOwnColors({ dark: { accent: '#fff' } })).toBe(true);
  });
});
