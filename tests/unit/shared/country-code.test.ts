import { expect, test } from 'vitest';
import { countryCode } from '#shared/country-code.ts';
import { organizationJsonLd } from '#shared/json-ld/organization.ts';
import type { Site } from '#shared/schemas/site.ts';
import { sampleSite } from '#shared/site/sample-site.ts';

test.each([
  ['Pakistan', 'PK'],
  ['  pakistan ', 'PK'],
  ['پاکستان', 'PK'],
  ['PK', 'PK'],
  ['UK', 'GB'],
  ['United Kingdom', 'GB'],
  ['USA', 'US'],
  ['The Netherlands', 'NL'],
  ['Cote d’Ivoire', 'CI'],
  ['Germany', 'DE'],
  ['Türkiye', 'TR'],
  ['Myanmar (Burma)', 'MM'],
  ['Middle-earth', undefined],
  ['European Union', undefined],
  ['', undefined],
  [null, undefined],
])('the code of %j is %j', (country, code) => {
  expect(countryCode(country)).toBe(code);
});

test('the company’s address names its country by code, and as it is written where there is none', () => {
  const countryOf = (site: Site) =>
    organizationJsonLd({ site, origin: 'https://studio.example' }).address?.addressCountry;
  expect(countryOf(sampleSite)).toBe('PK');
  const elsewhere = { ...sampleSite, address: { city: 'Bree', country: 'Middle-earth' } };
  expect(countryOf(elsewhere)).toBe('Middle-earth');
});
