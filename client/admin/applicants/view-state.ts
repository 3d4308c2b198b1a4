import type { Id } from '#shared/id.ts';

/**
 * State of the Applicants screen that is neither in the URL (applicant-search-params.ts) nor in the query cache
 * (applicant-cache.ts).
 */
export interface ViewState {
  helpOpen: boolean;
  /** True if the review was opened by its URL and "Next" was pressed before the list had loaded. */
  nextOnLoad: boolean;
  /** True if there may be applicants after the last row: on the next page, or unread ones that a reload would add. */
  mayHaveMore: boolean;
  selected: SelectedRows;
}

/**
 * Rows selected for a bulk change. The selection includes rows on other pages of the same list. When another list is
 * shown, the selection is empty, so that a bulk change only affects applicants of the list on the screen.
 */
export interface SelectedRows {
  /** Identifies the list by its filters and order. */
  list: string;
  ids: ReadonlySet<Id>;
  /** The row that was chosen last. A range selected with Shift starts here. */
  anchor: Id | undefined;
}

export type ViewEvent =
  | { type: 'helpOpened' | 'helpClosed' }
  /** An applicant was opened for review. */
  | { type: 'applicantOpened' }
  | { type: 'nextAwaited' | 'listLoaded' | 'endReached' }
  | { type: 'rowChosen'; list: string; shown: readonly Id[]; id: Id; chosen: boolean; extend: boolean }
  | { type: 'rowsChosen'; list: string; ids: readonly Id[]; chosen: boolean }
  | { type: 'selectionCleared'; list: string };

const none: ReadonlySet<Id> = new Set();

export const initialView: ViewState = {
  helpOpen: false,
  nextOnLoad: false,
  mayHaveMore: true,
  selected: { list: '', ids: none, anchor: undefined },
};

/** Returns the state after an event; the same object when nothing changes. */
export function reduceView(state: ViewState, event: ViewEvent): ViewState {
  switch (event.type) {
    case 'helpOpened':
      return withChange(state, { helpOpen: true });
    case 'helpClosed':
      return withChange(state, { helpOpen: false });
    case 'applicantOpened':
      return withChange(state, { mayHaveMore: true, nextOnLoad: false });
    case 'nextAwaited':
      return withChange(state, { nextOnLoad: true });
    case 'listLoaded':
      return withChange(state, { nextOnLoad: false });
    case 'endReached':
      return withChange(state, { mayHaveMore: false });
    case 'rowChosen': {
      const { list, shown, id, chosen, extend } = event;
      const ids = extend ? between(shown, state.selected.anchor, id) : [id];
      return { ...state, selected: { ...choose(state.selected, list, ids, chosen), anchor: id } };
    }
    case 'rowsChosen':
      return { ...state, selected: choose(state.selected, event.list, event.ids, event.chosen) };
    case 'selectionCleared':
      return { ...state, selected: { ...state.selected, list: event.list, ids: none } };
  }
}

function withChange(state: ViewState, change: Partial<Omit<ViewState, 'selected'>>): ViewState {
  const names = Object.keys(change) as (keyof typeof change)[];
  return names.every((name) => state[name] === change[name]) ? state : { ...state, ...change };
}

/** Returns the selected rows of a list; none if the selection belongs to another list. */
export function selectedIn({ list: of, ids }: SelectedRows, list: string): ReadonlySet<Id> {
  return of === list ? ids : none;
}

function choose(selected: SelectedRows, list: string, changed: readonly Id[], chosen: boolean): SelectedRows {
  const ids = new Set(selectedIn(selected, list));
  for (const id of changed) {
    if (chosen) ids.add(id);
    else ids.delete(id);
  }
  return { ...selected, list, ids };
}

/**
 * Returns the ids between the two given ones, both included, in either direction. If `one` is not shown, only
 * `other`.
 */
function between(shown: readonly Id[], one: Id | undefined, other: Id): Id[] {
  const [from, to] = [one === undefined ? -1 : shown.indexOf(one), shown.indexOf(other)];
  if (from === -1 || to === -1) return [other];
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1);
}
