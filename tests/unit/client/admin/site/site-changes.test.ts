import { expect, test } from 'vitest';
import { verdictOf } from '../../../../../client/admin/site/look/look-values.ts';
import { siteChanges } from '../../../../../client/admin/site/site-changes.ts';

test('what differs between two sites is named by field, with both values as words', () => {
  const page = {
    id: 'a',
    title: 'About',
    path: '/about',
    text: '<p>We bake.</p>',
    place: 'menu',
    published: true,
  };
  const before = {
    ...{ name: 'Tide', tagline: 'Boats', email: 'a@tide.example', own_pages: [page] },
    pages: { home: { contact: { show: false } } },
  };
  const after = {
    ...{ ...before, tagline: 'Ships', own_pages: [{ ...page, text: '<p>We sail.</p>', published: false }] },
    pages: {},
  };
  const told = (one: object, other: object) =>
    siteChanges(one as never, other as never).map(
      ({ label, before, after }) => `${label}: ${before} → ${after}`,
    );
  expect(told(before, after)).toEqual([
    ...['Tagline: Boats → Ships', 'Own page “About”: Text: We bake. → We sail.'],
    ...['Own page “About”: Published: On → Off', 'Home, Contact: Show: Off → On'],
  ]);
  const second = { ...page, id: 'b', title: 'Bread' };
  expect(told({ ...before, own_pages: [page, second] }, { ...before, own_pages: [second, page] })).toEqual([
    'Order of the own pages: About · Bread → Bread · About',
  ]);
});

test('a colour is told how well it can be read', () => {
  const white = { background: '#ffffff', text: '#111111', accent: '#1d3cc0', on_accent: '', signal: '' };
  const told = (name: string, more: object, theme = 'light') => {
    const { hint, error, nearest } = verdictOf(name as never, { ...white, ...more } as never, theme as never);
    return [hint ?? error, nearest];
  };
  expect(told('text', { text: '#000000' })).toEqual(['Contrast 21.00:1 on the background.', undefined]);
  expect(told('accent', { accent: '#cccccc' })).toEqual([
    ...['Too faint: contrast 1.60:1 on the background. It needs 4.5:1.', expect.stringMatching(/^#7/)],
  ]);
  expect(told('on_accent', { on_accent: '#1d3cc0' })[0]).toMatch(/^Too faint: contrast 1.00:1 on the accent/);
  expect([told('signal', {})[0], told('accent', { accent: '' })[0]]).toEqual([
    ...['For what needs attention. If empty, the accent.', 'Fill in a colour.'],
  ]);
  expect(told('accent', { accent: 'reddish' })[0]).toMatch(/^This is not a colour/);
  expect(told('background', {})).toEqual([undefined, undefined]);
  expect(told('background', {}, 'dark')[0]).toBe(
    'The background must be darker than the text in the dark theme.',
  );
});
