import { expect, test } from 'vitest';
import { groupedDigits } from '#shared/grouped-digits.ts';
import { languageNames, localeOf } from '#shared/words/language.ts';

test.each(languageNames)('numbers are grouped as %s groups them', (language) => {
  for (const sum of [0.25, 999, 1234.75, 150_000, 1_000_000_000])
    expect(groupedDigits(sum.toFixed(2))).toBe(
      new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: 2 }).format(sum),
    );
});
