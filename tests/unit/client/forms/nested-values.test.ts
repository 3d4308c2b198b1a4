import { expect, test } from 'vitest';
import { changedValues } from '../../../../client/forms/draft.ts';
import { mergeValues } from '../../../../client/forms/nested-values.ts';

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
