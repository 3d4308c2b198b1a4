import { expect, test } from 'vitest';
import { siteSchema } from '#shared/schemas/site.ts';
import { brandFromAccent } from '#shared/site/theme.ts';
import {
  emptyValues,
  fieldOfPath,
  firstSite,
  hasPickedColor,
} from '../../../../../../client/admin/site/first-steps/first-site.ts';

const values = {
  ...emptyValues,
  name: 'Backhaus Ost',
  email: 'office@backhaus.example',
  accent: '#c8102e',
};
const logo = { name: 'logo-1.svg', src: '/brand/logo-1.svg', width: 240, height: 60 };

test('the fields are a whole site, with a logo and without', () => {
  const site = siteSchema.parse(firstSite({ ...values, logo }));
  expect(site).toMatchObject({ name: 'Backhaus Ost', brand: { logo: 'logo-1.svg', artwork: 'plain' } });
  expect(site.brand.colors?.light.accent).toBe('#c8102e');
  expect(site.language).toBe('en');
  expect(siteSchema.parse(firstSite(values)).brand.logo).toBeUndefined();
  expect(siteSchema.parse(firstSite({ ...values, language: 'ur' })).language).toBe('ur');
});

test('a symbol is shown with the name next to it, and a wide logo alone', () => {
  const shownWithName = (width: number) =>
    siteSchema.parse(firstSite({ ...values, logo: { ...logo, width } })).brand.logo_with_name ?? false;
  expect([60, 119, 120, 240].map(shownWithName)).toEqual([true, true, false, false]);
});

test('colours that were taken from the logo are saved as they are', () => {
  const colors = brandFromAccent('#00aa00');
  expect(siteSchema.parse(firstSite({ ...values, colors })).brand.colors).toEqual(colors);
});

test('a colour counts as picked only if the owner has changed it by hand', () => {
  const { accent } = emptyValues;
  expect(hasPickedColor({ accent, colors: null })).toBe(false);
  expect(hasPickedColor({ accent: '#c8102e', colors: null })).toBe(true);
  expect(hasPickedColor({ accent: '#c8102e', colors: brandFromAccent('#c8102e') })).toBe(false);
});

test('an error about the site stands at the field that caused it', () => {
  expect(['name', 'email', 'brand.colors.dark', 'brand.logo', ''].map(fieldOfPath)).toEqual([
    'name',
    'email',
    'accent',
    'logo',
    'root',
  ]);
});
