import {
  type MutationKey,
  type MutationOptions,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { isRecord } from '#shared/json.ts';
import { isStatus, translateError } from './api-error.ts';

/** Reverts on the screen a change that could not be saved. */
type Rollback = () => void;

/**
 * A change that the screen shows before it is saved. If saving fails, the change is rolled back and the failure
 * reported.
 */
export interface OptimisticChange<Change, Answer> {
  /**
   * Changes with the same key are sent one after another, in the order in which they were made. Those whose keys begin
   * with the same word share one refresh.
   */
  mutationKey: MutationKey;
  /** Key of the queries that show the change. Their running fetches are cancelled: an answer could bring back the old state. */
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
  /** Refetches the queries, once no change that shares this refresh is pending any more. */
  refresh: () => void;
}

/** Makes a change outside a component. Rejects if it was not saved. */
export function saveChange<Change, Answer>(
  queries: QueryClient,
  options: OptimisticChange<Change, Answer>,
  change: Change,
) {
  return queries.getMutationCache().build(queries, mutationOf(queries, options)).execute(change);
}

/** As `saveChange`, but resolves: to true if it was saved; otherwise `onFailed` has been called. */
export function makeChange<Change, Answer>(...change: Parameters<typeof saveChange<Change, Answer>>) {
  return saveChange(...change).then(
    () => true,
    () => false,
  );
}

/** For changes within a component. */
export function useOptimisticChange<Change, Answer>(options: OptimisticChange<Change, Answer>) {
  return useMutation(mutationOf(useQueryClient(), options));
}

function mutationOf<Change, Answer>(
  queries: QueryClient,
  { mutationKey, reads, show, send, onSaved, onFailed, refresh }: OptimisticChange<Change, Answer>,
): MutationOptions<Answer, Error, Change, Rollback> {
  return {
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    onMutate: (change) => {
      // Not awaited, because the fetches are already cancelled when `cancelQueries` returns.
      void queries.cancelQueries({ queryKey: reads });
      return show(change);
    },
    mutationFn: send,
    onSuccess: (answer, change) => onSaved?.(answer, change, queries.isMutating({ mutationKey }) <= 1),
    onError: (error, change, rollback) => {
      rollback?.();
      onFailed?.(error, change);
    },
    onSettled: () => {
      if (queries.isMutating({ mutationKey: mutationKey.slice(0, 1) }) <= 1) refresh();
    },
  };
}

/** A change of one record, sent with its newest version, so that a conflict always comes from another admin's change. */
export function rowChange<Row extends Stamped, Change extends object>(
  queries: QueryClient,
  key: QueryKey,
  id: Id,
  send: (body: Change & { updated_at: string | undefined }) => Promise<Row>,
  shown: (change: Change) => Partial<Row> = (change) => change,
) {
  const patch = (part: Partial<Row>) => patchRow<Row>(queries, key, id, part);
  return {
    show: (change: Change) => patch(shown(change)),
    send: (change: Change) => send({ ...change, updated_at: knownRow<Row>(queries, key, id)?.updated_at }),
    // While a later change waits, the screen already shows that one, so only the version is taken.
    onSaved: (saved: Row, _change: Change, isLast: boolean) =>
      void patch(isLast ? saved : ({ updated_at: saved.updated_at } as Partial<Row>)),
  };
}

/** A record of the lists, and its version. */
interface Stamped {
  id: Id;
  status?: string;
  updated_at?: string;
}

/**
 * Returns the text about a change of `what` that was not saved. For a 409 it names who saved a newer version, which the
 * screen then shows.
 */
export function saveFailureText(error: unknown, what: string) {
  if (!isStatus(error, 409)) return translateError(error).message;
  const { who } = (error.data ?? {}) as { who?: unknown };
  return textOf('conflict.changedMeanwhile', {
    who: typeof who === 'string' && who ? who : deskMessages['conflict.somebody'],
    what,
  });
}

/** The data of a whole list, or of one page of it, with the number of rows of each status. */
interface Rows<Row> {
  data: Row[];
  counts?: Partial<Record<string, number>>;
}

/** Returns the newest version of a record in the cached queries whose key begins with `reads`. */
export function knownRow<Row extends Stamped>(
  queries: QueryClient,
  reads: QueryKey,
  id: Id,
): Row | undefined {
  const rows = queries.getQueriesData({ queryKey: reads }).flatMap(([, data]) => rowsIn<Row>(data));
  return newestOf(rows.filter((row) => row.id === id));
}

/** Returns the newest of several copies of a record. */
export function newestOf<Row extends { updated_at?: string }>(known: readonly (Row | null | undefined)[]) {
  return known.reduce<Row | undefined>(
    (newest, row) => (row && (!newest || (newest.updated_at ?? '') < (row.updated_at ?? '')) ? row : newest),
    undefined,
  );
}

/** Returns the records in the data of a query: one record, a list or a page of it. */
function rowsIn<Row>(data: unknown) {
  if (!isRecord(data)) return [];
  return Array.isArray(data.data) ? data.data : [data as Row];
}

/**
 * Changes a record in every cached query whose key begins with `reads`, and the counts of a list when its status
 * changes. A list that does not contain the record stays unchanged until it is fetched again. Returns a function that
 * restores the previous values of the changed fields.
 */
export function patchRow<Row extends { id: Id; status?: string }>(
  queries: QueryClient,
  reads: QueryKey,
  id: Id,
  patch: Partial<Row>,
): Rollback {
  let before: Row | undefined;
  for (const query of queries.getQueryCache().findAll({ queryKey: reads })) {
    const { queryKey, state } = query;
    const row = rowsIn<Row>(state.data).find((each) => each.id === id);
    if (!row) continue;
    before = row;
    const change = (page: Rows<Row>): Rows<Row> => ({
      ...page,
      data: page.data.map((each) => (each.id === id ? { ...each, ...patch } : each)),
      ...(page.counts && { counts: movedCounts(page.counts, row.status, patch.status) }),
    });
    // A stale query stays stale, so that it is fetched again.
    queries.setQueryData(queryKey, changePage(state.data, change), { updatedAt: state.dataUpdatedAt });
    if (state.isInvalidated) query.invalidate();
  }
  const old = Object.keys(patch).map((name) => [name, before?.[name as keyof Row]]);
  return () => {
    if (before) patchRow<Row>(queries, reads, id, Object.fromEntries(old));
  };
}

/** Removes rows from every cached list whose key begins with `reads`. */
export function dropRows(queries: QueryClient, reads: QueryKey, ids: readonly Id[]) {
  queries.setQueriesData({ queryKey: reads }, (data: unknown) =>
    changePage<{ id: Id }>(data, (page) => ({
      ...page,
      data: page.data.filter(({ id }) => !ids.includes(id)),
    })),
  );
}

function changePage<Row>(data: unknown, change: (page: Rows<Row>) => Rows<Row>): unknown {
  if (!isRecord(data)) return data;
  return Array.isArray(data.data)
    ? change(data as unknown as Rows<Row>)
    : change({ data: [data as Row] }).data[0];
}

function movedCounts(counts: NonNullable<Rows<unknown>['counts']>, from = '', to = from) {
  const { [from]: left = 0, [to]: entered = 0 } = counts;
  return from === to ? counts : { ...counts, [from]: Math.max(0, left - 1), [to]: entered + 1 };
}

/**
 * Puts the rows of a cached list in the order of these ids. Rows that were added in the meantime come last. Returns a
 * function that restores the previous order.
 */
export function putInOrder(queries: QueryClient, reads: QueryKey, ids: readonly Id[]): Rollback {
  const before = queries.getQueryData<Rows<{ id: Id }>>(reads)?.data.map(({ id }) => id) ?? [];
  const show = (order: readonly Id[]) => {
    const places = new Map(order.map((id, at) => [id, at]));
    const placeOf = ({ id }: { id: Id }) => places.get(id) ?? order.length;
    queries.setQueryData<Rows<{ id: Id }>>(
      reads,
      (list) => list && { ...list, data: [...list.data].sort((one, other) => placeOf(one) - placeOf(other)) },
    );
  };
  show(ids);
  return () => show(before);
}
