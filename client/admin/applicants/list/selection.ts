import type { Id } from '#shared/id.ts';
import { type SelectedRows, selectedIn, type ViewEvent } from '../view-state.ts';

export interface Selection {
  ids: ReadonlySet<Id>;
  has: (id: Id) => boolean;
  /**
   * Selects or deselects a row. With `extend` (Shift), the change includes every row between this one and the row
   * that was chosen before.
   */
  choose: (id: Id, chosen: boolean, extend: boolean) => void;
  chooseAll: (chosen: boolean) => void;
  /** Selects these ids, which may be on other pages. */
  chooseThese: (ids: readonly Id[]) => void;
  clear: () => void;
}

/**
 * Returns the selected rows of a list, and functions that change the selection. `rows` is the stored selection,
 * `list` the key of the list, and `shown` are the ids of the rows on the screen.
 */
export function selectionOf(
  rows: SelectedRows,
  dispatch: (event: ViewEvent) => void,
  list: string,
  shown: readonly Id[],
): Selection {
  const ids = selectedIn(rows, list);
  return {
    ids,
    has: (id) => ids.has(id),
    choose: (id, chosen, extend) => dispatch({ type: 'rowChosen', list, shown, id, chosen, extend }),
    chooseAll: (chosen) => dispatch({ type: 'rowsChosen', list, ids: shown, chosen }),
    chooseThese: (all) => dispatch({ type: 'rowsChosen', list, ids: all, chosen: true }),
    clear: () => dispatch({ type: 'selectionCleared', list }),
  };
}
