import { useRef, useState } from 'react';

export interface Selection {
  ids: ReadonlySet<number>;
  has: (id: number) => boolean;
  /** `extend`: also every row between this one and the one that was chosen before (Shift). */
  choose: (id: number, chosen: boolean, extend: boolean) => void;
  chooseAll: (chosen: boolean) => void;
  clear: () => void;
}

/**
 * The applicants that are chosen for a change of many. They stay chosen on other pages of the same list; another list
 * (`listKey`) begins with none, so that nobody changes people whom they do not see any more.
 */
export function useSelection(listKey: string, shownIds: readonly number[]): Selection {
  const [state, setState] = useState<{ listKey: string; ids: ReadonlySet<number> }>({
    listKey,
    ids: new Set(),
  });
  const ids = state.listKey === listKey ? state.ids : none;
  const last = useRef<number>(undefined);

  const put = (changed: readonly number[], chosen: boolean) => {
    const next = new Set(ids);
    for (const id of changed) {
      if (chosen) next.add(id);
      else next.delete(id);
    }
    setState({ listKey, ids: next });
  };
  return {
    ids,
    has: (id) => ids.has(id),
    choose: (id, chosen, extend) => {
      put(extend ? between(shownIds, last.current, id) : [id], chosen);
      last.current = id;
    },
    chooseAll: (chosen) => put(shownIds, chosen),
    clear: () => setState({ listKey, ids: none }),
  };
}

const none: ReadonlySet<number> = new Set();

/** The ids from one to the other, both included, whichever comes first; the second alone when the first is not shown. */
export function between(shown: readonly number[], one: number | undefined, other: number): number[] {
  const [from, to] = [one === undefined ? -1 : shown.indexOf(one), shown.indexOf(other)];
  if (from === -1 || to === -1) return [other];
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1);
}
