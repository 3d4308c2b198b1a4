import { expect, it } from 'vitest';
import { siteSchema } from '#shared/schemas/site.ts';
import { addressLines } from '#shared/site/contact-links.ts';

it.each([
  [{ city: 'Hamburg', postal_code: '20459', country: 'Germany' }, '20459 Hamburg, Germany'],
  [{ city: 'London', postal_code: 'SW1A 1AA', country: 'England' }, 'London SW1A 1AA, England'],
  [{ city: 'Ork', postal_code: '7', country: 'Mordor' }, 'Ork 7, Mordor'],
  [{ city: 'Springfield', region: 'IL', postal_code: '62704', country: 'USA' }, 'Springfield, IL 62704, USA'],
  [{ city: 'Bonn', region: 'NRW', country: 'Germany' }, 'Bonn, NRW, Germany'],
  [
    { city: 'Milano', region: 'Lombardia', postal_code: '20121', country: 'Italy' },
    '20121 Milano, Lombardia, Italy',
  ],
])('the postal code stands where the country puts it: %j', (address, lines) => {
  const site = { name: 'A', email: 'a@b.example', address: { street: 'Street 1', ...address } };
  expect(addressLines(siteSchema.parse(site).address).join(', ')).toBe(`Street 1, ${lines}`);
});
