import { expect, test } from 'vitest';
import { type Observed, planRow, type RowPlan } from '../../../../../tools/moving/engine/plan-row.ts';

const there: Observed = { state: { is: 'there', id: 4 }, fields: ['title'], isFillable: false };
const conflict: RowPlan = { do: 'nothing', result: { outcome: 'conflict', fields: ['title'] } };
const refused = (why: string): RowPlan => ({ do: 'nothing', result: { outcome: 'refused', why } });
const none = { fields: [], isFillable: false };

test.each<[string, Observed, RowPlan, RowPlan]>([
  [
    'a row that is not there is written',
    { state: { is: 'free' }, ...none },
    { do: 'write' },
    { do: 'write' },
  ],
  [
    'the number of another row is refused',
    { state: { is: 'taken', by: 'k7' }, ...none },
    refused('id: is already used by k7'),
    refused('id: is already used by k7'),
  ],
  [
    'a row in the trash is refused',
    { state: { is: 'deleted', id: 4 }, ...none },
    refused('is in the trash of this site: restore or erase it first'),
    refused('is in the trash of this site: restore or erase it first'),
  ],
  [
    'a row without differences is the same',
    { ...there, fields: [] },
    { do: 'nothing', result: { outcome: 'same' } },
    { do: 'nothing', result: { outcome: 'same' } },
  ],
  [
    'a row with other content is a conflict, or replaced',
    { ...there, fields: ['title'] },
    conflict,
    { do: 'write' },
  ],
  [
    'a row that lacks files is filled',
    { ...there, fields: ['image'], isFillable: true },
    { do: 'fill' },
    { do: 'fill' },
  ],
])('%s', (_name, observed, plan, replacing) => {
  expect(planRow(observed, { replace: false })).toEqual(plan);
  expect(planRow(observed, { replace: true })).toEqual(replacing);
});
