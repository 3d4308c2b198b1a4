import { expect, test } from 'vitest';
import { directionOf, joinParts, languageOf, scriptOf, scriptOn } from '#shared/text-direction.ts';

test.each([
  ['Made in Peshawar', 'ltr', undefined],
  ['React Native میں بچوں کے لیے اردو ایپ کیسے بنی', 'rtl', 'ur'],
  ['نقش means pattern, and imprint', 'ltr', undefined],
  ['پشاور کی دیواریں — Walls of Peshawar', 'rtl', 'ur'],
  ['2026', undefined, undefined],
  ['שלום', 'rtl', 'he'],
  ['٢٠۔', undefined, undefined],
  ['\ud83b', undefined, undefined],
  ['شركة البرمجيات العربية', 'rtl', 'ar'],
  ['پېښور ښکلی ښار دی', 'rtl', 'ps'],
])('"%s" runs %s in the language %s', (text, direction, language) => {
  expect([directionOf(text), languageOf(text)]).toEqual([direction, language]);
});

test('it ends in time, however long the text is', () =>
  expect(directionOf('ا'.repeat(5_000_000))).toBe('rtl'));

test('the texts of one thing have one script, said only where it differs from the page', () => {
  const urdu = 'یہ مضمون بتاتا ہے کہ ہم نے یہ فلم کیسے بنائی اور کیوں۔';
  expect(scriptOf('Kahani', urdu)).toEqual({ dir: 'rtl', lang: 'ur' });
  expect(scriptOf('کہانی', 'How we made a film in four weeks, and what it took.')).toEqual({});
  expect(scriptOn('ltr', 'Bread', 'fresh')).toEqual({});
  expect(scriptOn('rtl', 'Bread')).toEqual({ dir: 'ltr', lang: 'en' });
  expect(scriptOn('rtl', 'نان گھر')).toEqual({ dir: 'rtl', lang: 'ur' });
  expect(scriptOn('rtl', 'Хлеб')).toEqual({ dir: 'ltr' });
  expect(scriptOn('rtl', '12:30', undefined, null)).toEqual({});
});

test('parts in one line have the comma of their script; those of both directions stand each for itself', () => {
  expect(joinParts(['Peshawar', 'Pakistan'])).toBe('Peshawar, Pakistan');
  expect(joinParts([undefined, 'پشاور', '', 'پاکستان'])).toBe('پشاور، پاکستان');
  expect(joinParts(['پشاور', 'Pakistan'])).toMatch(/^\u2068پشاور\u2069[,،] \u2068Pakistan\u2069$/);
});
