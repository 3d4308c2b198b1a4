import { expect, test } from 'vitest';
import { countryCode } from '#shared/country-code.ts';

test.each([
  ['  pakistan ', 'PK'],
  ['پاکستان', 'PK'],
  ['UK', 'GB'],
  ['USA', 'US'],
  ['The Netherlands', 'NL'],
  ['Cote d’Ivoire', 'CI'],
  ['Türkiye', 'TR'],
  ['Myanmar (Burma)', 'MM'],
  ['Middle-earth', undefined],
  ['European Union', undefined],
  [null, undefined],
])('the code of %j is %j', (country, code) => expect(countryCode(country)).toBe(code));
