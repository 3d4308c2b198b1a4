import { expect, test } from 'vitest';
import { meetConflict } from '../../../../client/forms/conflict.ts';
import { changedValues } from '../../../../client/forms/draft.ts';
import { mergeValues } from '../../../../client/forms/nested-values.ts';

const newer = { yours: '2026-11-21T10:00:00.000Z', current: '2026-11-21T10:30:00.000Z' };

const met = (base: object, theirs: object, mine: object, beside: unknown[] = []) => {
  const of = (stored: object, at: number) => ({ stored, version: String(at), beside: beside[at] }) as never;
  return meetConflict(newer, of(base, 0), of(theirs, 1), mine as never);
};

test('what two people changed is told by field, with the pictures beside the values; what is added replaces nothing', () => {
  const base = { title: 'One', text: '', images: [], photo: null };
  const { theirs, both } = met(
    base,
    { ...base, title: 'Theirs', text: 'New' },
    { ...base, title: 'Mine', images: [new File([], 'a.png')] },
    [
      { images: [1], photo: '/a' },
      { images: [1, 2], photo: '/b' },
    ],
  );
  expect([theirs, both]).toEqual([['title', 'text', 'images', 'photo'], ['title']]);
});

test('nested values are compared by path, a list that both have changed is named, and other line ends are no change', () => {
  const site = (title: string, text: string, day: string) => ({
    pages: { home: { title, text } },
    hours: [day],
  });
  const { theirs, both } = met(
    site('A', 'B\nC', 'Mon'),
    site('Theirs', 'B\r\nC', 'Tue'),
    site('A', 'Mine', 'Wed'),
  );
  expect([theirs, both]).toEqual([['pages.home.title', 'hours'], ['hours']]);
});

test('changes of nested values contain only what differs, and are merged into another version', () => {
  const stored = { name: 'Tide', address: { city: 'Oslo', country: 'Norway' }, hours: ['Mon'] };
  const changes = changedValues(
    { ...stored, address: { city: 'Bergen', country: 'Norway', street: '' } },
    stored,
  );
  expect(changes).toEqual({ address: { city: 'Bergen' } });
  const newer = { ...stored, name: 'Ebb', address: { city: 'Oslo', country: 'Sweden' } };
  expect(mergeValues(newer, changes)).toEqual({ ...newer, address: { city: 'Bergen', country: 'Sweden' } });
});
