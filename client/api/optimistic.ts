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
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { ApiError, translateError } from './api-error.ts';

/** Reverts on the screen a change that could not be saved. */
type Rollback = () => void;

/**
 * A change that the screen shows before it is saved. If saving fails, the change is rolled back and the failure
 * reported. The change is shown synchronously in the click handler, because people click a second time if nothing
 * happens.
 */
export interface OptimisticChange<Change, Answer> {
  /** Mutation key. Changes with the same key are sent one after another, in the order in which they were made. */
  mutationKey: MutationKey;
  /** False: each change is sent at once, without waiting for earlier ones. */
  inTurn?: boolean;
  /** Key of the changes that share one refresh; by default `mutationKey`. */
  family?: MutationKey;
  /**
   * Key of the queries that show the change. Their running fetches are cancelled when the change begins and when it
   * ends, because an answer could bring back the old state.
   */
  reads: QueryKey;
  show: (change: Change) => Rollback;
  /**
   * Sends the change. If it needs the record's version, read the version only when `send` is called: a change that
   * was sent before it has created a new version.
   */
  send: (change: Change) => Promise<Answer>;
  /**
   * Called when the change is saved. `isLast` is false if another change waits to be sent. The screen then already
   * shows that later change, so only the record's version should be taken from `answer`.
   */
  onSaved?: (answer: Answer, change: Change, isLast: boolean) => void;
  /** Called when saving has failed and the change has been rolled back; shows the reason. */
  onFailed?: (error: Error, change: Change) => void;
  /**
   * Refetches the queries. Called only when no change with the same `family` is pending any more, because the answer
   * would replace a pending change on the screen by the stored state.
   */
  refresh: () => void;
}

interface Begun<Change> {
  change: Change;
  rollback: Rollback;
}

/** Makes a change outside a component. If saving fails, rejects after `onFailed` has been called. */
export function makeChange<Change, Answer>(
  queries: QueryClient,
  options: OptimisticChange<Change, Answer>,
  change: Change,
): Promise<Answer> {
  const mutation = queries.getMutationCache().build(queries, mutationOf(queries, options));
  return mutation.execute(begin(queries, options, change));
}

/**
 * For changes within a component. Returns functions that make a change. Also returns whether a change is pending,
 * which change it is, and whether the last change was saved.
 */
export function useOptimisticChange<Change, Answer>(options: OptimisticChange<Change, Answer>) {
  const queries = useQueryClient();
  const { mutateAsync, isPending, isSuccess, variables } = useMutation(mutationOf(queries, options));
  const change = (what: Change) => mutateAsync(begin(queries, options, what));
  return {
    /** If saving fails, rejects after `onFailed` has been called. */
    changeAsync: change,
    change: (what: Change): void => {
      change(what).catch(() => {
        // The error needs no handling here, because `onFailed` has reported it.
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
  // Not awaited, because the fetches are already cancelled when `cancelQueries` returns.
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
 * Calls `refresh`. A fetch that started during the change may return the old state, so it is cancelled, and repeated
 * if a screen shows its query.
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
 * Adds `by` to the number of pending changes of a family, and returns the new number. `isMutating` cannot be used: if
 * two changes end together, it still counts both when the first one has ended.
 */
function countUnderWay(queries: QueryClient, family: MutationKey, by: 1 | -1): number {
  const counts = underWay.get(queries) ?? new Map<string, number>();
  const name = hashKey(family);
  const count = (counts.get(name) ?? 0) + by;
  underWay.set(queries, counts.set(name, count));
  return count;
}

/**
 * Returns the text about a change of `what` that was not saved. For a 409 it names who saved a newer version, which the
 * screen then shows.
 */
export function saveFailureText(error: unknown, what: string): string {
  if (!(error instanceof ApiError) || error.status !== 409) return translateError(error).message;
  const { who } = (error.data ?? {}) as { who?: unknown };
  return textOf('conflict.changedMeanwhile', {
    who: typeof who === 'string' && who ? who : deskMessages['conflict.somebody'],
    what,
  });
}

/** The data of a whole list, or of one page of it. */
interface Rows<Row> {
  data: Row[];
}

/** Returns the newest of several copies of a record. */
export function newestOf<Row extends { updated_at: string }>(
  known: readonly (Row | null | undefined)[],
): Row | undefined {
  return known.reduce<Row | undefined>(
    (newest, row) => (row && (!newest || newest.updated_at < row.updated_at) ? row : newest),
    undefined,
  );
}

/**
 * Changes a row in every cached list with this key. Returns a function that restores the previous values of the
 * changed fields.
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
 * Puts the rows of a cached list in the order of these ids. Rows that were added in the meantime come last. Returns a
 * function that restores the previous order.
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
            // A row whose position is unchanged stays the same object, so that it is not rendered again.
            .map((row) => {
              const v_order = numbers.get(row.id) ?? row.v_order;
              return v_order === row.v_order ? row : { ...row, v_order };
            })
            .sort((one, other) => (order.get(one.id) ?? last) - (order.get(other.id) ?? last)),
        },
    );
  }
}
