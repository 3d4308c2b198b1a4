import { expect, it } from 'vitest';
import { organizationJsonLd } from '#shared/json-ld/organization.ts';
import { type SiteFile, siteSchema } from '#shared/schemas/site.ts';
import { addressLines } from '#shared/site/contact-links.ts';
import { sampleSite } from '#shared/site/sample-site.ts';

const read = (address: SiteFile['address']) =>
  siteSchema.parse({ name: 'Backhaus', email: 'office@backhaus.example', address }).address;

it.each([
  ['before the city', { city: 'Hamburg', postal_code: '20459', country: 'Germany' }, ['20459 Hamburg']],
  ['before the city', { city: 'Wien', postal_code: '1010', country: 'AT' }, ['1010 Wien']],
  ['behind the city', { city: 'London', postal_code: 'SW1A 1AA', country: 'England' }, ['London SW1A 1AA']],
  ['behind the city', { city: 'Lahore', postal_code: '54000', country: 'پاکستان' }, ['Lahore 54000']],
  ['behind the city', { city: 'Ork', postal_code: '7', country: 'Mordor' }, ['Ork 7']],
  [
    'with the region',
    { city: 'Springfield', region: 'IL', postal_code: '62704', country: 'USA' },
    ['Springfield, IL 62704'],
  ],
  ['behind the city', { city: 'Springfield', postal_code: '62704', country: 'USA' }, ['Springfield 62704']],
  ['nowhere without one', { city: 'Bonn', region: 'NRW', country: 'Germany' }, ['Bonn', 'NRW']],
  [
    'before the city, and the region on its own line',
    { city: 'Milano', region: 'Lombardia', postal_code: '20121', country: 'Italy' },
    ['20121 Milano', 'Lombardia'],
  ],
])('the postal code is %s: %j', (_where, address, lines) => {
  expect(addressLines(read({ street: 'Street 1', ...address }))).toEqual([
    'Street 1',
    ...lines,
    address.country,
  ]);
});

it('search engines read the parts of the address, and nothing of its order', () => {
  const address = read({
    street: 'Elbchaussee 1',
    city: 'Hamburg',
    postal_code: '20459',
    country: 'Germany',
  });
  const { address: said } = organizationJsonLd({
    site: { ...sampleSite, address },
    origin: 'http://x.example',
  });
  expect(said).toEqual({
    '@type': 'PostalAddress',
    streetAddress: 'Elbchaussee 1',
    addressLocality: 'Hamburg',
    postalCode: '20459',
    addressCountry: 'DE',
  });
});
