import { expect, test } from 'vitest';
import { changedValues, sameValues } from '../../../../client/forms/draft-store.ts';
import { mergeValues, pathsOf, valueAt } from '../../../../client/forms/nested-values.ts';

const stored = { name: 'Tide', address: { city: 'Oslo', country: 'Norway' }, hours: ['Mon', 'Tue'] };

test('changes of nested values contain only what differs, and are merged into another version', () => {
  const typed = { ...stored, address: { city: 'Bergen', country: 'Norway', street: '' } };
  const changes = changedValues(typed, stored);
  expect(changes).toEqual({ address: { city: 'Bergen' } });
  const newer = { ...stored, name: 'Ebb', address: { city: 'Oslo', country: 'Sweden' } };
  expect(mergeValues(newer, changes)).toEqual({
    name: 'Ebb',
    address: { city: 'Bergen', country: 'Sweden' },
    hours: ['Mon', 'Tue'],
  });
});

test('an object of empty fields is the same as a missing one', () => {
  expect(sameValues({ pages: { home: { title: '', show: undefined } } }, {})).toBe(true);
  expect(sameValues({}, { pages: { home: { title: '' } } })).toBe(true);
  expect(sameValues({ pages: { home: { show: false } } }, {})).toBe(false);
  expect(sameValues({ hours: ['Mon'] }, { hours: ['Mon'] })).toBe(true);
  expect(sameValues({ apps: [{ name: 'A' }] }, { apps: [{ name: 'A' }] })).toBe(true);
  expect(sameValues({ apps: [{ name: 'A' }] }, { apps: [{ name: 'B' }] })).toBe(false);
});

test('paths lead to values', () => {
  expect(pathsOf(stored)).toEqual(['name', 'address.city', 'address.country', 'hours']);
  expect(valueAt(stored, 'address.city')).toBe('Oslo');
  expect(valueAt(stored, 'hours.1')).toBe('Tue');
  expect(valueAt(stored, 'pages.home.title')).toBeUndefined();
});
