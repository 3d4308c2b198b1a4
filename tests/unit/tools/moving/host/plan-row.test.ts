import { expect, test } from 'vitest';
import {
  isThisRow,
  type Observed,
  planRow,
  type RowPlan,
} from '../../../../../tools/moving/host/plan-row.ts';

const pushed = { is: 'pushed', id: 7, isUnchanged: true } as const;

test.each<[string, Observed, RowPlan]>([
  [
    'a row whose category is missing is refused',
    { is: 'impossible', why: 'category_id: category 4 does not exist at the host' },
    {
      do: 'nothing',
      result: { outcome: 'refused', why: 'category_id: category 4 does not exist at the host' },
    },
  ],
  ['a row that the host lacks is added', { is: 'absent', isAddable: true }, { do: 'add' }],
  [
    'a row without a call that adds it is refused',
    { is: 'absent', isAddable: false },
    { do: 'nothing', result: { outcome: 'refused', why: 'the host has no call that adds it' } },
  ],
  [
    'a row that a cut-off call has added counts as added',
    { is: 'cut off', id: 7 },
    { do: 'settle', id: 7, outcome: 'added' },
  ],
  [
    'a thing with the same content is the row',
    { is: 'there', id: 7, fields: [] },
    { do: 'settle', id: 7, outcome: 'same' },
  ],
  [
    'a thing with other content is a conflict',
    { is: 'there', id: 7, fields: ['title'] },
    { do: 'nothing', result: { outcome: 'conflict', fields: ['title'] } },
  ],
  [
    'a row that somebody has deleted at the host is refused',
    { ...pushed, differing: undefined },
    {
      do: 'nothing',
      result: { outcome: 'refused', why: 'was added as 7, but no longer exists at the host' },
    },
  ],
  [
    'an unchanged row with what the host made of it from the beginning is the same',
    { ...pushed, differing: { all: ['description'], since: [] } },
    { do: 'nothing', result: { outcome: 'same' } },
  ],
  [
    'an unchanged row that somebody has changed at the host is a conflict',
    { ...pushed, differing: { all: ['description', 'title'], since: ['title'] } },
    { do: 'nothing', result: { outcome: 'conflict', fields: ['title'] } },
  ],
  [
    'a row that has changed in the archive conflicts with every difference',
    { ...pushed, isUnchanged: false, differing: { all: ['description'], since: [] } },
    { do: 'nothing', result: { outcome: 'conflict', fields: ['description'] } },
  ],
  [
    'a row that both sides have changed alike is written down anew',
    { ...pushed, isUnchanged: false, differing: { all: [], since: [] } },
    { do: 'settle', id: 7, outcome: 'same' },
  ],
])('%s', (_name, observed, plan) => {
  expect(planRow(observed)).toEqual(plan);
});

test('a namesake with other content and another id is another thing, but a category is known by its title', () => {
  const other = { id: 9, fields: ['description'] };
  expect(isThisRow('posts', 7, other)).toBe(false);
  expect(isThisRow('posts', 9, other)).toBe(true);
  expect(isThisRow('categories', 7, other)).toBe(true);
  expect(isThisRow('posts', 7, { id: 9, fields: [] })).toBe(true);
});
