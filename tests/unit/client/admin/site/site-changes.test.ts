import { expect, test } from 'vitest';
import { siteChanges } from '../../../../../client/admin/site/site-changes.ts';

const page = (id: string, title: string, more: object = {}) => ({
  id,
  path: `/${id}`,
  title,
  text: '',
  ...more,
});

test('two sites are compared by field, own pages one by one, with both values as the form shows them', () => {
  const before = {
    legal: { privacy: '<p>A &amp; B</p>', privacy_updated: '2026-01-31' },
    hours: ['Mon'],
    pages: { careers: { steps: { show: false } } },
    own_pages: [page('a', 'About', { published: false }), page('b', 'Imprint')],
  };
  const after = {
    language: 'ur',
    legal: { privacy: '<h2>A</h2><p>C</p>', privacy_updated: '2026-11-28' },
    hours: ['Mon', 'Tue'],
    brand: { colors: { light: { accent: '#222222' } } },
    pages: { careers: { steps: { show: true } } },
    own_pages: [page('b', 'Imprint'), page('a', 'About', { published: true })],
  };
  const changes = siteChanges(before, after).map((change) => [change.label, change.before, change.after]);
  expect(changes.sort()).toEqual([
    ['Careers, Steps: Show', 'Off', 'On'],
    ['Colours, light: accent', '', '#222222'],
    ['Day of the privacy policy', '31 Jan 2026', '28 Nov 2026'],
    ['Language of the site', 'English', 'اردو'],
    ['Opening hours', 'Mon', 'Mon · Tue'],
    ['Order of the own pages', 'About · Imprint', 'Imprint · About'],
    ['Own page “About”: Published', 'Off', 'On'],
    ['Privacy policy', 'A & B', 'A C'],
  ]);
  expect(siteChanges(after, after)).toEqual([]);
});
