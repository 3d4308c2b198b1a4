import { useState } from 'react';
import type { Id } from '#shared/id.ts';

/**
 * Rows selected for a bulk change. The selection includes rows on other pages of the same list. When another list is
 * shown, the selection is empty, so that a bulk change only affects applicants of the list on the screen.
 */
interface SelectedRows {
  /** Identifies the list by its filters and order. */
  list: string;
  ids: ReadonlySet<Id>;
  /** The row that was chosen last. A range selected with Shift starts here. */
  anchor: Id | undefined;
}

export const nothingSelected: SelectedRows = { list: '', ids: new Set(), anchor: undefined };

/** Returns the selection after rows of a list were chosen or taken out. `anchor` is the row that was pressed. */
export function selectRows(
  before: SelectedRows,
  list: string,
  changed: readonly Id[],
  chosen: boolean,
  anchor = before.anchor,
): SelectedRows {
  const ids = new Set(before.list === list ? before.ids : []);
  for (const id of changed) {
    if (chosen) ids.add(id);
    else ids.delete(id);
  }
  return { list, ids, anchor };
}

/** Returns the ids from the row that was chosen last to this one, in either direction. */
export function rangeTo({ anchor }: SelectedRows, shown: readonly Id[], id: Id): Id[] {
  const [from, to] = [anchor === undefined ? -1 : shown.indexOf(anchor), shown.indexOf(id)];
  return from === -1 || to === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** The selected rows of a list, and functions that change the selection. `shown` are the ids of the rows on the screen. */
export function useSelection(list: string, shown: readonly Id[]) {
  const [selected, set] = useState(nothingSelected);
  const ids = selected.list === list ? selected.ids : nothingSelected.ids;
  const select = (changed: readonly Id[], chosen: boolean) =>
    set((before) => selectRows(before, list, changed, chosen));
  return {
    ids,
    has: (id: Id) => ids.has(id),
    /** With `extend` (Shift), the change includes every row between this one and the row that was chosen before. */
    choose: (id: Id, chosen: boolean, extend: boolean) =>
      set((before) => selectRows(before, list, extend ? rangeTo(before, shown, id) : [id], chosen, id)),
    chooseAll: (chosen: boolean) => select(shown, chosen),
    /** Selects these ids, which may be on other pages. */
    chooseThese: (all: readonly Id[]) => select(all, true),
    clear: () => set(nothingSelected),
  };
}

export type Selection = ReturnType<typeof useSelection>;
