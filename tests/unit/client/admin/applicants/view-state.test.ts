import { describe, expect, test } from 'vitest';
import {
  initialView,
  reduceView,
  selectedIn,
  type ViewEvent,
  type ViewState,
} from '../../../../../client/admin/applicants/view-state.ts';

function stateAfter(...events: ViewEvent[]): ViewState {
  return events.reduce(reduceView, initialView);
}

const shown = [5, 6, 7, 8];
const row = (id: number, more: { chosen?: boolean; extend?: boolean; list?: string } = {}): ViewEvent => ({
  type: 'rowChosen',
  list: 'open',
  shown,
  id,
  chosen: true,
  extend: false,
  ...more,
});
const selected = (list: string, ...events: ViewEvent[]) => [
  ...selectedIn(stateAfter(...events).selected, list),
];

describe('the selection', () => {
  test('takes a range from the row before to this one, in either direction', () => {
    expect(selected('open', row(6), row(8, { extend: true }))).toEqual([6, 7, 8]);
    expect(selected('open', row(8), row(6, { extend: true })).sort()).toEqual([6, 7, 8]);
    expect(selected('open', row(6, { extend: true }))).toEqual([6]);
    expect(selected('open', row(4), row(6, { extend: true })).sort()).toEqual([4, 6]);
  });

  test('begins a range at the row that was chosen last, also when that one was taken out', () => {
    const out = row(6, { chosen: false });
    expect(selected('open', row(5), row(6), out, row(8, { extend: true })).sort()).toEqual([5, 6, 7, 8]);
    expect(selected('open', row(6), row(8, { extend: true }), row(7, { chosen: false }))).toEqual([6, 8]);
  });

  test('stays on other pages of the list, and another list begins with none', () => {
    const otherPage: ViewEvent = { type: 'rowsChosen', list: 'open', ids: [21, 22], chosen: true };
    expect(selected('open', row(6), otherPage)).toEqual([6, 21, 22]);
    expect(selected('rejected', row(6), otherPage)).toEqual([]);
    expect(selected('rejected', row(6), row(7, { list: 'rejected' }))).toEqual([7]);
    expect(selected('open', row(6), row(7, { list: 'rejected' }))).toEqual([]);
  });

  test('is empty after it is cleared, or when all of its rows are taken out', () => {
    expect(selected('open', row(6), { type: 'selectionCleared', list: 'open' })).toEqual([]);
    const allOut: ViewEvent = { type: 'rowsChosen', list: 'open', ids: shown, chosen: false };
    expect(selected('open', row(6), row(7), allOut)).toEqual([]);
  });
});

describe('the steps of a review', () => {
  test('a press of "next" before the list has loaded waits for it, unless an applicant is opened first', () => {
    expect(stateAfter({ type: 'nextAwaited' }).nextOnLoad).toBe(true);
    expect(stateAfter({ type: 'nextAwaited' }, { type: 'listLoaded' }).nextOnLoad).toBe(false);
    expect(stateAfter({ type: 'nextAwaited' }, { type: 'applicantOpened' }).nextOnLoad).toBe(false);
  });

  test('the end of the list holds until another applicant is opened', () => {
    expect(initialView.mayHaveMore).toBe(true);
    expect(stateAfter({ type: 'endReached' }).mayHaveMore).toBe(false);
    expect(stateAfter({ type: 'endReached' }, { type: 'listLoaded' }).mayHaveMore).toBe(false);
    expect(stateAfter({ type: 'endReached' }, { type: 'applicantOpened' }).mayHaveMore).toBe(true);
  });
});

test('the help opens and closes', () => {
  expect(stateAfter({ type: 'helpOpened' }).helpOpen).toBe(true);
  expect(stateAfter({ type: 'helpOpened' }, { type: 'helpClosed' }).helpOpen).toBe(false);
});

test('an event that changes nothing returns the same state, so that nothing renders again', () => {
  const quiet: ViewEvent['type'][] = ['helpClosed', 'applicantOpened', 'listLoaded'];
  for (const type of quiet) expect(reduceView(initialView, { type } as ViewEvent), type).toBe(initialView);
});
