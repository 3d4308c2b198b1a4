import { describe, expect, test } from 'vitest';
import { isChosen } from '../../../../client/editor/paste/colors.ts';
import { plainSpaces } from '../../../../client/editor/paste/lines.ts';
import { isCounted, listItemStyle } from '../../../../client/editor/paste/lists.ts';
import { unwrappedLink, withUnwrappedLinks } from '../../../../client/editor/paste/wrapped-links.ts';
import { groundColors, textColors } from '../../../../client/editor/toolbar/palette.ts';
import { linkAddress } from '../../../../client/editor/typed-address.ts';

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

describe('links that lead on', () => {
  const page = 'https://studio.example/a?b=1';
  const inside = encodeURIComponent(page);
  const safelink = 'https://eur01.safelinks.protection.outlook.com/?url=';
  test.each([
    [`${safelink}${inside}&data=05%7C01%7Cjane%40office.example%7C0&reserved=0`, page],
    [`${safelink}${encodeURIComponent(`https://www.google.com/url?q=${inside}`)}&data=x`, page],
    [`https://www.google.com/url?q=${inside}&sa=D&source=editors&ust=1&usg=A`, page],
    [`https://www.google.com.pk/url?sa=t&url=${inside}&usg=A`, page],
    [`https://l.facebook.com/l.php?u=${inside}%26fbclid%3DIwAR0&h=AT0`, page],
    ['https://urldefense.proofpoint.com/v2/url?u=https-3A__studio.example_a-3Fb-3D1&d=DwMF&c=x&m=z', page],
    [`https://urldefense.proofpoint.com/v1/url?u=${inside}&k=x`, page],
    ['https://urldefense.com/v3/__https://studio.example/a*b=1__;Pw!!abc!def$', page],
    [
      'https://urldefense.com/v3/__https:/studio.example/a**A__;w6TDpA!!abc$',
      'https://studio.example/a%C3%A4%C3%A4',
    ],
    ['https://x1.r.us-east-1.awstrack.me/L0/https:%2F%2Fstudio.example%2Fa%3Fb=1/1/0100018/abc=12', page],
    ['https://secure-web.cisco.com/1abcDEF/https%3A%2F%2Fstudio.example%2Fa%3Fb%3D1', page],
    [`https://mail.news.example/track/click?id=7&url=${inside}`, page],
  ])('%s', (wrapped, plain) => {
    expect(unwrappedLink(wrapped)).toBe(plain);
    expect(withUnwrappedLinks(`See ${wrapped} there`)).toBe(`See ${plain} there`);
    expect(linkAddress(wrapped)).toBe(plain);
  });

  test.each([
    page,
    `${safelink}javascript%3Aalert(1)`,
    `https://studio.example/login?redirect=${inside}`,
    `https://studio.example/redirect?url=${inside}`,
    `https://www.facebook.com/sharer/sharer.php?u=${inside}`,
    `https://web.archive.org/web/2020/${page}`,
    `https://validator.w3.org/check?uri=${inside}`,
    `https://www.google.com/search?q=${inside}`,
    'https://urldefense.com/v3/__nothing__;!!a$',
    'mailto:a@studio.example',
    '/view-blog/3',
  ])('%s stays', (address) => {
    expect(unwrappedLink(address)).toBe(address);
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
