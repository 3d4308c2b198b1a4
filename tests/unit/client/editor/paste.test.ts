import { describe, expect, test } from 'vitest';
import { isChosen } from '../../../../client/editor/paste/colors.ts';
import { plainSpaces } from '../../../../client/editor/paste/lines.ts';
import { isCounted, listItemStyle } from '../../../../client/editor/paste/lists.ts';
import { groundColors, textColors } from '../../../../client/editor/toolbar/palette.ts';

describe('lists of Word', () => {
  test.each([
    ['text-indent:-18.0pt;mso-list:l0 level1 lfo1', 0],
    ['mso-list: l12 level3 lfo4;tab-stops:list 72.0pt', 2],
    ['mso-list:l0 level99 lfo1', 8],
    ['mso-list:none', undefined],
    ['mso-list:Ignore', undefined],
    ['margin:0', undefined],
  ])('%s: level %s', (style, level) => {
    expect(listItemStyle(style)?.level).toBe(level);
  });

  test.each([
    ['1.\u00a0\u00a0', true],
    ['12)', true],
    ['(iv)', true],
    ['a.', true],
    ['۲۔', true],
    ['3', true],
    ['·\u00a0\u00a0', false],
    ['o', false],
    ['§', false],
    ['–', false],
    ['', false],
  ])('marker %j counts: %s', (marker, counts) => {
    expect(isCounted(marker)).toBe(counts);
  });
});

test.each([
  ['two\u00a0words', 'two words'],
  ['\u00a0\u00a0 indented', ' indented'],
  ['end\u00a0', 'end '],
  ['10\u00a0\u00a0km', '10 km'],
  ['plain  runs are HTML’s own', 'plain  runs are HTML’s own'],
])('spaces of %j', (text, plain) => {
  expect(plainSpaces(text)).toBe(plain);
});

test('spaces of a long run are read in one pass', () => {
  expect(plainSpaces(' '.repeat(1_000_000))).toHaveLength(1_000_000);
});

describe('colours', () => {
  test.each([
    ['rgb(0, 0, 0)', false],
    ['rgb(255, 255, 255)', false],
    ['rgb(68, 68, 68)', false],
    ['rgb(33, 37, 41)', false],
    ['rgba(255, 0, 0, 0)', false],
    ['windowtext', false],
    ['inherit', false],
    ['black', false],
    ['', false],
    ['rgb(192, 0, 0)', true],
    ['rgb(255, 255, 0)', true],
    ['red', true],
  ])('%s was chosen: %s', (color, chosen) => {
    expect(isChosen(color)).toBe(chosen);
  });

  test('all of our own palette was chosen, its greys too', () => {
    const rgb = (hex: string) =>
      `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
    const lost = [...textColors, ...groundColors].filter(({ value }) => !isChosen(rgb(value)));
    expect(lost).toEqual([]);
  });
});
