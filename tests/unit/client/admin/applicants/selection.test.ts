import { expect, test } from 'vitest';
import { nothingSelected, rangeTo, selectRows } from '../../../../../client/admin/applicants/selection.ts';

type Step = (before: typeof nothingSelected) => typeof nothingSelected;
const row =
  (id: number, { chosen = true, list = 'open', extend = false } = {}): Step =>
  (before) =>
    selectRows(before, list, extend ? rangeTo(before, [5, 6, 7, 8], id) : [id], chosen, id);
const to = (id: number) => row(id, { extend: true });
const without = (id: number) => row(id, { chosen: false });
const otherPage: Step = (before) => selectRows(before, 'open', [21, 22], true);

test.each([
  ['a range goes from the row before to this one', [row(6), to(8)], [6, 7, 8]],
  ['a range goes in either direction', [row(8), to(6)], [6, 7, 8]],
  ['a range begins at the row that was chosen last', [row(6), to(8), without(7)], [6, 8]],
  ['or that was taken out last', [row(5), row(6), without(6), to(8)], [5, 6, 7, 8]],
  ['a range from a row that is not shown is that row', [row(4), to(6)], [4, 6]],
  ['a selection stays on other pages of the list', [row(6), otherPage], [6, 21, 22]],
  ['another list begins with none', [row(6), row(7, { list: 'rejected' })], [7]],
])('%s', (_what, steps, ids) => {
  const { ids: selected } = steps.reduce((state, step) => step(state), nothingSelected);
  expect([...selected].map(Number).sort((a, b) => a - b)).toEqual(ids);
});
