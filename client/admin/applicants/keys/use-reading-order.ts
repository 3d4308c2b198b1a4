import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Id } from '#shared/id.ts';
import type { ApplicantAddress } from '../applicant-address.ts';
import { boardColumnQuery, columnRows } from '../board-column.ts';
import { pipeline } from '../status-words.ts';

/** Who stands before and behind an applicant. */
export interface Neighbours {
  previous: Id | undefined;
  next: Id | undefined;
}

export interface ReadingOrder {
  /** The applicants on the screen, in the order in which they are read: down the list, or down one column after the other. */
  ids: () => Id[];
  around: (id: Id) => Neighbours;
  /** Tells who is about to be opened, so that the next one stays the next one when a card changes its column. */
  remember: (id: Id) => void;
}

/** The order of the applicants on the screen. `listIds` are those of the list. */
export function useReadingOrder(address: ApplicantAddress, listIds: readonly Id[]): ReadingOrder {
  const queries = useQueryClient();
  const remembered = useRef<Neighbours & { id: Id }>(undefined);
  const { view, filters, sort } = address;

  const ids = () => {
    if (view === 'list') return [...listIds];
    return pipeline.flatMap((status) =>
      columnRows(queries.getQueryData(boardColumnQuery({ filters, sort, status }).queryKey)).map(
        (row) => row.id,
      ),
    );
  };
  return {
    ids,
    around: (id) => {
      const now = ids();
      const before = remembered.current;
      if (view === 'list' || before?.id !== id) return neighboursOf(now, id);
      // Whoever is gone since is no neighbour any more.
      const isHere = (other: Id | undefined) => other === undefined || now.includes(other);
      return isHere(before.previous) && isHere(before.next) ? before : neighboursOf(now, id);
    },
    remember: (id) => {
      remembered.current = { id, ...neighboursOf(ids(), id) };
    },
  };
}

export function neighboursOf(ids: readonly Id[], id: Id): Neighbours {
  const at = ids.indexOf(id);
  if (at === -1) return { previous: undefined, next: undefined };
  return { previous: ids[at - 1], next: ids[at + 1] };
}
