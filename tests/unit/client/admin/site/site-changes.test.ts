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
    { path: 'pages.home.contact.show', label: 'Home, Contact: Show', before: 'Off', after: 'On' },
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

test('switches, choices, days and rich texts are compared as the form shows them', () => {
  const before = {
    legal: { privacy: '<p>A &amp; B</p>', privacy_updated: '2026-01-31' },
    pages: { careers: { steps: { show: false } }, team: {} },
  };
  const after = {
    language: 'ur',
    legal: { privacy: '<h2>A</h2><p>C</p>', privacy_updated: '2026-11-28' },
    brand: { logo_with_name: true },
    pages: { careers: { steps: { show: true } }, team: { always_in_menu: true, invitation: { show: true } } },
  };
  const changes = siteChanges(before, after).map((change) => [change.label, change.before, change.after]);
  expect(changes).toEqual([
    ['Privacy policy', 'A & B', 'A C'],
    ['Day of the privacy policy', '31 Jan 2026', '28 Nov 2026'],
    ['Careers, Steps: Show', 'Off', 'On'],
    ['Language of the site', 'English', 'اردو'],
    ['Name next to the logo', 'Off', 'On'],
    ['Team, Menu: Show it in the menu even while it is empty', 'Off', 'On'],
  ]);
  expect(JSON.stringify([siteChanges(after, before), siteChanges(before, {})])).not.toMatch(/Yes|No"|<p>/);
});

test('own pages are compared one by one, by their parts and their order', () => {
  const page = (id: string, title: string, more: object) => ({
    id,
    path: `/${id}`,
    title,
    text: '',
    ...more,
  });
  const before = { own_pages: [page('a', 'About', { published: false }), page('b', 'Imprint', {})] };
  const after = {
    own_pages: [
      page('c', 'FAQ', { text: '<p>Ask us.</p>', place: 'footer' }),
      page('b', 'Imprint', {}),
      page('a', 'About', { published: true }),
    ],
  };
  const changes = siteChanges(before, after).map((change) => [change.label, change.before, change.after]);
  expect(changes).toEqual([
    ['Own page “About”: Published', 'Off', 'On'],
    ['Own page “FAQ”: Title', '', 'FAQ'],
    ['Own page “FAQ”: Address', '', '/c'],
    ['Own page “FAQ”: Text', '', 'Ask us.'],
    ['Own page “FAQ”: Linked', '', 'In the footer'],
    ['Own page “FAQ”: Published', '', 'Off'],
    ['Order of the own pages', 'About · Imprint', 'Imprint · About'],
  ]);
});
