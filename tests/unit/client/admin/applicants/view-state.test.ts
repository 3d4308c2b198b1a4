import { expect, test } from 'vitest';
import {
  initialView,
  reduceView,
  selectedIn,
  type ViewEvent,
} from '../../../../../client/admin/applicants/view-state.ts';

const stateAfter = (...events: ViewEvent[]) => events.reduce(reduceView, initialView);
const row = (id: number, more: object = {}): ViewEvent => ({
  ...{ type: 'rowChosen', list: 'open', shown: [5, 6, 7, 8], id, chosen: true, extend: false },
  ...more,
});
const to = (id: number) => row(id, { extend: true });
const without = (id: number) => row(id, { chosen: false });
const other = row(7, { list: 'rejected' });
const otherPage: ViewEvent = { type: 'rowsChosen', list: 'open', ids: [21, 22], chosen: true };

test.each([
  ['a range goes from the row before to this one', [row(6), to(8)], [6, 7, 8]],
  ['a range goes in either direction', [row(8), to(6)], [6, 7, 8]],
  ['a range begins at the row that was chosen last', [row(6), to(8), without(7)], [6, 8]],
  ['or that was taken out last', [row(5), row(6), without(6), to(8)], [5, 6, 7, 8]],
  ['a range from a row that is not shown is that row', [row(4), to(6)], [4, 6]],
  ['a selection stays on other pages of the list', [row(6), otherPage], [6, 21, 22]],
  ['another list begins with none', [row(6), other], []],
])('%s', (_what, events, ids) => {
  expect([...selectedIn(stateAfter(...events).selected, 'open')].map(Number).sort((a, b) => a - b)).toEqual(
    ids,
  );
});
