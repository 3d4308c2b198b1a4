import { useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';

export interface Selection {
  ids: ReadonlySet<Id>;
  has: (id: Id) => boolean;
  /** `extend`: also every row between this one and the one that was chosen before (Shift). */
  choose: (id: Id, chosen: boolean, extend: boolean) => void;
  chooseAll: (chosen: boolean) => void;
  /** Also those who are on other pages. */
  chooseThese: (ids: readonly Id[]) => void;
  clear: () => void;
}

/**
 * The applicants that are selected for a bulk change. They stay selected on other pages of the same list. Another list
 * (`listKey`) begins with none, so that nobody changes applicants whom they no longer see.
 */
export function useSelection(listKey: string, shownIds: readonly Id[]): Selection {
  const [state, setState] = useState<{ listKey: string; ids: ReadonlySet<Id> }>({
    listKey,
    ids: new Set(),
  });
  const ids = state.listKey === listKey ? state.ids : none;
  const last = useRef<Id>(undefined);

  const put = (changed: readonly Id[], chosen: boolean) => {
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
    chooseThese: (all) => put(all, true),
    clear: () => setState({ listKey, ids: none }),
  };
}

const none: ReadonlySet<Id> = new Set();

/** The ids from one to the other, both included, whichever comes first; the second alone when the first is not shown. */
export function between(shown: readonly Id[], one: Id | undefined, other: Id): Id[] {
  const [from, to] = [one === undefined ? -1 : shown.indexOf(one), shown.indexOf(other)];
  if (from === -1 || to === -1) return [other];
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1);
}
