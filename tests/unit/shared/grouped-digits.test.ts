import { expect, test } from 'vitest';
import { groupedDigits } from '#shared/grouped-digits.ts';
import { languageNames, localeOf } from '#shared/words/language.ts';
import { createWords } from '#shared/words/words.ts';

const counts = [0, 1, 2, 10, 11, 21, 100, 101, 999, 1000, 1001, 12_345, 150_000, 1_000_000, 1_000_000_000];

test.each(languageNames)('numbers are grouped as %s groups them', (language) => {
  const numbers = new Intl.NumberFormat(localeOf(language));
  for (const count of counts) expect(groupedDigits(String(count))).toBe(numbers.format(count));
  const cents = new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: 2 });
  for (const sum of [0.25, 12.5, 1234.75, 999_999.99])
    expect(groupedDigits(sum.toFixed(2))).toBe(cents.format(sum));
});

test.each(languageNames)('messages have the plural forms and numbers of %s', (language) => {
  const words = createWords<{ text: '{count, plural, one {one #} other {other #}}' }>(language, {
    text: '{count, plural, zero {zero #} one {one #} two {two #} few {few #} many {many #} other {other #}}',
  });
  const plurals = new Intl.PluralRules(localeOf(language));
  const numbers = new Intl.NumberFormat(localeOf(language));
  for (const count of [...counts, -1, -2, 0.5, 1.5, 1_234_567.5])
    expect(words('text', { count })).toBe(`${plurals.select(count)} ${numbers.format(count)}`);
});
