import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatJobLocation } from '#shared/job-labels.ts';
import { shortAddress } from '#shared/site/contact-links.ts';
import { directionOf, joinParts, languageOf, scriptOf, scriptOn } from '#shared/text-direction.ts';

describe('which way a text runs', () => {
  test.each([
    ['Made in Peshawar', 'ltr'],
    ['پشاور میں بنا', 'rtl'],
    ['React Native میں بچوں کے لیے اردو ایپ کیسے بنی', 'rtl'],
    ['نقش means pattern, and imprint', 'ltr'],
    ['پشاور کی دیواریں — Walls of Peshawar', 'rtl'],
    ['2026', undefined],
    ['', undefined],
    ['שלום', 'rtl'],
  ] as const)('%s', (text, direction) => {
    expect(directionOf(text)).toBe(direction);
  });

  test('is one decision for the texts of one thing', () => {
    const text = 'یہ مضمون بتاتا ہے کہ ہم نے یہ فلم کیسے بنائی اور کیوں۔';
    expect(scriptOf('Kahani', text)).toEqual({ dir: 'rtl', lang: 'ur' });
    expect(scriptOf('کہانی', 'How we made a film in four weeks, and what it took.')).toEqual({});
  });

  test('is what the properties of the characters say, for any text', () => {
    const letters = /\p{L}/gu;
    const leftward = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
    const byProperties = (text: string) => {
      const ways = [...text.matchAll(letters)].slice(0, 2000).map(([letter]) => leftward.test(letter));
      const rtl = ways.filter(Boolean).length;
      if (ways.length === 0) return undefined;
      const ltr = ways.length - rtl;
      return rtl * 3 === ltr * 2 ? (ways[0] ? 'rtl' : 'ltr') : rtl * 3 > ltr * 2 ? 'rtl' : 'ltr';
    };
    // Every character alone, also lone surrogates, and texts of mixed kinds.
    const differ: string[] = [];
    for (let point = 0; point <= 0x1ffff; point += 1) {
      const sign = String.fromCodePoint(point);
      if (directionOf(sign) !== byProperties(sign)) differ.push(sign);
    }
    const kinds = [
      'a',
      'é',
      'ا',
      'ہ',
      'ש',
      '𞤀',
      '𐤀',
      '\u{1ee00}',
      '𝐀',
      '\ud83b',
      '\ude00',
      '٢',
      '۔',
      '1',
      ' ',
      '😀',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...kinds), { maxLength: 40 }), fc.nat(2001), (signs, before) => {
        const text = 'ا'.repeat(before) + signs.join('');
        expect(directionOf(text)).toBe(byProperties(text));
        expect(directionOf(signs.join(''))).toBe(byProperties(signs.join('')));
      }),
    );
    expect(differ).toEqual([]);
  });

  test('ends in time, however long the text is', () => {
    expect(directionOf('ا'.repeat(5_000_000))).toBe('rtl');
  });
});

test.each([
  ['بچوں کے لیے ایک ایپ', 'ur'],
  ['پاکستان', 'ur'],
  ['مرحبا', 'ur'],
  ['شركة البرمجيات العربية', 'ar'],
  ['پېښور ښکلی ښار دی', 'ps'],
  ['An app', undefined],
  ['An app called نقش', undefined],
] as const)('the language that the letters of %s tell', (text, language) => {
  expect(languageOf(text)).toBe(language);
});

describe('parts in one line', () => {
  test('have the comma of their script', () => {
    expect(joinParts(['Peshawar', 'Pakistan'])).toBe('Peshawar, Pakistan');
    expect(joinParts(['پشاور', 'پاکستان'])).toBe('پشاور، پاکستان');
    expect(joinParts([undefined, 'پشاور', null, ''])).toBe('پشاور');
  });

  test('of both directions stand each for itself', () => {
    expect(joinParts(['پشاور', 'Pakistan'])).toMatch(/^\u2068پشاور\u2069[,،] \u2068Pakistan\u2069$/);
  });

  test('are joined by that wherever a place is said', () => {
    const place = { city: 'پشاور', region: null, country: 'پاکستان', location_type: 'hybrid' } as const;
    expect(formatJobLocation(place)).toBe('پشاور، پاکستان · Hybrid');
    expect(shortAddress({ city: 'پشاور', country: 'پاکستان' } as never)).toBe('پشاور، پاکستان');
  });
});

describe('the attributes of a text', () => {
  test('name what differs from the page, whatever language the page is in', () => {
    expect(scriptOn('ltr', 'Bread', 'fresh')).toEqual({});
    expect(scriptOn('rtl', 'Bread', 'fresh')).toEqual({ dir: 'ltr', lang: 'en' });
    expect(scriptOn('ltr', 'نان گھر')).toEqual({ dir: 'rtl', lang: 'ur' });
    expect(scriptOn('rtl', 'نان گھر')).toEqual({ dir: 'rtl', lang: 'ur' });
  });

  test('name no language that the letters do not tell', () => {
    expect(scriptOn('rtl', 'Хлеб')).toEqual({ dir: 'ltr' });
    expect(scriptOn('rtl', '12:30', undefined, null)).toEqual({});
  });
});
