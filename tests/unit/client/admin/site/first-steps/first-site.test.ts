import { expect, test } from 'vitest';
import { siteSchema } from '#shared/schemas/site.ts';
import { fieldOfPath, firstSite } from '../../../../../../client/admin/site/first-steps/first-site.ts';

const values = { name: 'Backhaus Ost', email: 'office@backhaus.example', accent: '#c8102e' };

test('four fields are a whole site, with a logo and without', () => {
  const site = siteSchema.parse(firstSite(values, 'logo-1.svg'));
  expect(site).toMatchObject({ name: 'Backhaus Ost', brand: { logo: 'logo-1.svg', artwork: 'plain' } });
  expect(site.brand.colors?.light.accent).toBe('#c8102e');
  expect(siteSchema.parse(firstSite(values, undefined)).brand.logo).toBeUndefined();
});

test('an error about the site stands at the field that caused it', () => {
  expect(['name', 'email', 'brand.colors.dark', 'brand.logo', ''].map(fieldOfPath)).toEqual([
    'name',
    'email',
    'accent',
    'root',
    'root',
  ]);
});
