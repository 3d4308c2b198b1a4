import { expect, test } from 'vitest';
import { siteChanges } from '../../../../../client/admin/site/site-changes.ts';

test('two sites are compared by field, with both values as text', () => {
  const before = {
    name: 'Tide',
    tagline: 'Boats',
    hours: ['Mon'],
    pages: { home: { contact: { show: false } } },
    brand: { colors: { light: { accent: '#111111', on_accent: '#ffffff' } } },
  };
  const after = {
    name: 'Tide',
    hours: ['Mon', 'Tue'],
    social: [{ name: 'Fediverse', url: 'https://example.social' }],
    brand: { colors: { light: { accent: '#222222', on_accent: '#ffffff' } } },
  };
  expect(siteChanges(before, after)).toEqual([
    { path: 'tagline', label: 'Tagline', before: 'Boats', after: '' },
    { path: 'hours', label: 'Opening hours', before: 'Mon', after: 'Mon · Tue' },
    { path: 'pages.home.contact.show', label: 'Home, Contact: Show', before: 'No', after: '' },
    {
      path: 'brand.colors.light.accent',
      label: 'Colours, light: accent',
      before: '#111111',
      after: '#222222',
    },
    { path: 'social', label: 'Networks', before: '', after: 'Fediverse, https://example.social' },
  ]);
  expect(siteChanges(after, after)).toEqual([]);
});
