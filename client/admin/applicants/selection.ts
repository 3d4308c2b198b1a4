import { useState } from 'react';
import type { Id } from '#shared/id.ts';

const none: ReadonlySet<Id> = new Set();

/**
 * Rows selected for a bulk change, also those on other pages of the same list. `list` identifies the list by its filters
 * and order: when another one is shown, nothing is selected, so that a bulk change only affects applicants of the list on
 * the screen.
 */
export function useSelection(list: string) {
  const [selected, set] = useState({ list, ids: none });
  const ids = selected.list === list ? selected.ids : none;
  return {
    ids,
    choose: (changed: readonly Id[], chosen: boolean) => {
      const others = [...ids].filter((id) => !changed.includes(id));
      set({ list, ids: new Set(chosen ? [...others, ...changed] : others) });
    },
    clear: () => set({ list, ids: none }),
  };
}

export type Selection = ReturnType<typeof useSelection>;
