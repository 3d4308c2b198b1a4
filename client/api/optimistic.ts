import {
  hashKey,
  type MutationKey,
  type MutationOptions,
  type Query,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { ApiError, translateError } from './api-error.ts';

/** Undoes a change that was shown but could not be saved. */
type Rollback = () => void;

/**
 * A change that the screen shows immediately, and that is rolled back and reported if saving fails. It is shown
 * synchronously in the click: people click a slow control twice.
 */
export interface OptimisticChange<Change, Answer> {
  /** Key of the changes that are sent one after another, in the order in which they were made. */
  mutationKey: MutationKey;
  /** False: each change is sent at once, without waiting for earlier ones. */
  inTurn?: boolean;
  /** The changes that share one refresh, by the start of their keys; `mutationKey` by default. */
  family?: MutationKey;
  /**
   * The queries that show the change. A running fetch would bring back the old state, so it is cancelled before and
   * after the change.
   */
  reads: QueryKey;
  show: (change: Change) => Rollback;
  /** Must read the version to send when it is called, because the previous change has created a new one. */
  send: (change: Change) => Promise<Answer>;
  /** `isLast` is false while another change waits: the screen is then newer than the answer, except for its version. */
  onSaved?: ((answer: Answer, change: Change, isLast: boolean) => void) | undefined;
  /** Shows why saving failed; the change is rolled back by then. */
  onFailed?: ((error: Error, change: Change) => void) | undefined;
  /** Refetches after the last change of the family: an earlier refetch would undo later changes on the screen. */
  refresh: () => void;
}

interface Begun<Change> {
  change: Change;
  rollback: Rollback;
}

/** Makes a change outside of a component. Rejects when saving fails, after `onFailed`. */
export function makeChange<Change, Answer>(
  queries: QueryClient,
  options: OptimisticChange<Change, Answer>,
  change: Change,
): Promise<Answer> {
  const mutation = queries.getMutationCache().build(queries, mutationOf(queries, options));
  return mutation.execute(begin(queries, options, change));
}

/**
 * Returns functions for changes within a component, with their state: whether a change is pending (and which), and
 * whether the last one was saved.
 */
export function useOptimisticChange<Change, Answer>(options: OptimisticChange<Change, Answer>) {
  const queries = useQueryClient();
  const { mutateAsync, isPending, isSuccess, variables } = useMutation(mutationOf(queries, options));
  const change = (what: Change) => mutateAsync(begin(queries, options, what));
  return {
    /** Rejects when saving fails, after `onFailed`. */
    changeAsync: change,
    change: (what: Change): void => {
      change(what).catch(() => {
        // `onFailed` has reported the error.
      });
    },
    isPending,
    isSuccess,
    pending: isPending ? variables.change : undefined,
  };
}

function begin<Change, Answer>(
  queries: QueryClient,
  { reads, show, mutationKey, family = mutationKey }: OptimisticChange<Change, Answer>,
  change: Change,
): Begun<Change> {
  countUnderWay(queries, family, 1);
  // Not awaited: the fetches are cancelled at once; only the promise settles later.
  void queries.cancelQueries({ queryKey: reads });
  return { change, rollback: show(change) };
}

function mutationOf<Change, Answer>(
  queries: QueryClient,
  options: OptimisticChange<Change, Answer>,
): MutationOptions<Answer, Error, Begun<Change>> {
  const {
    mutationKey,
    inTurn = true,
    family = mutationKey,
    reads,
    send,
    onSaved,
    onFailed,
    refresh,
  } = options;
  return {
    mutationKey,
    ...(inTurn && { scope: { id: mutationKey.join(' ') } }),
    mutationFn: ({ change }) => send(change),
    onSuccess: (answer, { change }) => onSaved?.(answer, change, queries.isMutating({ mutationKey }) <= 1),
    onError: (error, { change, rollback }) => {
      rollback();
      onFailed?.(error, change);
    },
    onSettled: () => {
      if (countUnderWay(queries, family, -1) === 0) refreshAfter(queries, reads, refresh);
    },
  };
}

/**
 * Refreshes. A read that started during the change may return the state from before it, so such reads are cancelled,
 * and read again while a screen shows them.
 */
function refreshAfter(queries: QueryClient, reads: QueryKey, refresh: () => void): void {
  const doubtful = queries.getQueryCache().findAll({ queryKey: reads, fetchStatus: 'fetching' });
  if (doubtful.length === 0) {
    refresh();
    return;
  }
  const among = { predicate: (query: Query) => doubtful.includes(query) };
  void queries.cancelQueries(among).then(() => {
    refresh();
    return queries.refetchQueries({ ...among, type: 'active' }, { cancelRefetch: false });
  });
}

const underWay = new WeakMap<QueryClient, Map<string, number>>();

/**
 * Counts the changes of a family that are not settled. `isMutating` is not enough: when two settle together it counts
 * both until then.
 */
function countUnderWay(queries: QueryClient, family: MutationKey, by: 1 | -1): number {
  const counts = underWay.get(queries) ?? new Map<string, number>();
  const name = hashKey(family);
  const count = (counts.get(name) ?? 0) + by;
  underWay.set(queries, counts.set(name, count));
  return count;
}

/**
 * Returns the text why a change was not saved: `changedMeanwhile` for a 409, after which the screen will show the
 * newer version.
 */
export function saveFailureText(error: unknown, changedMeanwhile: string): string {
  return error instanceof ApiError && error.status === 409 ? changedMeanwhile : translateError(error).message;
}

/** The data of a whole list, or of one page of it. */
interface Rows<Row> {
  data: Row[];
}

/** The newest of several copies of an entity. */
export function newestOf<Row extends { updated_at: string }>(
  known: readonly (Row | null | undefined)[],
): Row | undefined {
  return known.reduce<Row | undefined>(
    (newest, row) => (row && (!newest || newest.updated_at < row.updated_at) ? row : newest),
    undefined,
  );
}

/**
 * Changes a row in every cached list of this key. Returns a function that restores the old values of these fields.
 */
export function patchRow<Row extends { id: Id }>(
  queries: QueryClient,
  reads: QueryKey,
  id: Id,
  patch: Partial<Row>,
): Rollback {
  const lists = queries.getQueriesData<Rows<Row>>({ queryKey: reads });
  const before = lists.flatMap(([, list]) => list?.data ?? []).find((row) => row.id === id);
  queries.setQueriesData<Rows<Row>>(
    { queryKey: reads },
    (list) => list && { ...list, data: list.data.map((row) => (row.id === id ? { ...row, ...patch } : row)) },
  );
  const fields = Object.keys(patch) as (keyof Row)[];
  const old = before && (Object.fromEntries(fields.map((name) => [name, before[name]])) as Partial<Row>);
  return () => {
    if (old) patchRow(queries, reads, id, old);
  };
}

/**
 * Puts the rows of a whole list in the order of these ids; rows that were added meanwhile come last. Returns a
 * function that undoes it.
 */
export function putInOrder<Row extends { id: Id; v_order: number }>(
  queries: QueryClient,
  reads: QueryKey,
  ids: readonly Id[],
): Rollback {
  const before = queries.getQueryData<Rows<Row>>(reads)?.data ?? [];
  const places = new Map(ids.map((id, at) => [id, at + 1]));
  show(places, places);
  return () =>
    show(
      new Map(before.map(({ id }, at) => [id, at + 1])),
      new Map(before.map(({ id, v_order }) => [id, v_order])),
    );

  function show(order: ReadonlyMap<Id, number>, numbers: ReadonlyMap<Id, number>) {
    const last = order.size + 1;
    queries.setQueryData<Rows<Row>>(
      reads,
      (list) =>
        list && {
          ...list,
          data: list.data
            // A row with an unchanged number stays the same object, and is not rendered again.
            .map((row) => {
              const v_order = numbers.get(row.id) ?? row.v_order;
              return v_order === row.v_order ? row : { ...row, v_order };
            })
            .sort((one, other) => (order.get(one.id) ?? last) - (order.get(other.id) ?? last)),
        },
    );
  }
}
