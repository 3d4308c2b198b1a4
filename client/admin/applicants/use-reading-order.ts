import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Id } from '#shared/id.ts';
import type { BoardStage } from '#shared/schemas/desk.ts';
import { columnRows } from './applicant-cache.ts';
import type { ApplicantSearchParams } from './applicant-search-params.ts';
import { boardColumnQuery } from './queries.ts';

/** The previous and the next applicant. */
interface Neighbours {
  previous: Id | undefined;
  next: Id | undefined;
}

export interface ReadingOrder {
  /** Returns the applicants on the screen in reading order: down the list, or down one column after the other. */
  ids: () => Id[];
  neighbours: (id: Id) => Neighbours;
  /**
   * Stores the neighbours of an applicant before it is opened, so that they stay the same when its card moves to
   * another column.
   */
  remember: (id: Id) => void;
}

/**
 * The order of the applicants on the screen. `listIds` are the ids of the list's rows, `stages` the columns of the
 * board.
 */
export function useReadingOrder(
  params: ApplicantSearchParams,
  listIds: readonly Id[],
  stages: readonly BoardStage[],
): ReadingOrder {
  const queries = useQueryClient();
  const remembered = useRef<Neighbours & { id: Id }>(undefined);
  const { view, filters, sort } = params;

  const ids = () => {
    if (view === 'list') return [...listIds];
    return stages.flatMap((status) =>
      columnRows(queries.getQueryData(boardColumnQuery({ filters, sort, status }).queryKey)).map(
        (row) => row.id,
      ),
    );
  };
  return {
    ids,
    neighbours: (id) => {
      const now = ids();
      const before = remembered.current;
      if (view === 'list' || before?.id !== id) return neighboursOf(now, id);
      // Remembered neighbours are used only if both are still on the board.
      const isHere = (other: Id | undefined) => other === undefined || now.includes(other);
      return isHere(before.previous) && isHere(before.next) ? before : neighboursOf(now, id);
    },
    remember: (id) => {
      remembered.current = { id, ...neighboursOf(ids(), id) };
    },
  };
}

function neighboursOf(ids: readonly Id[], id: Id): Neighbours {
  const at = ids.indexOf(id);
  if (at === -1) return { previous: undefined, next: undefined };
  return { previous: ids[at - 1], next: ids[at + 1] };
}
