import {
  hashKey,
  type MutationKey,
  type MutationOptions,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { ApiError, translateError } from './api-error.ts';

/** What puts back a change that was shown and then not saved. */
type PutBack = () => void;

/**
 * A change that the screen shows at once, and that is put back and told when it is not saved. It is shown within the press itself,
 * before anything is waited for: a control that lags behind its press is pressed again.
 */
export interface OptimisticChange<Change, Answer> {
  /** Names the changes that are sent one after another, in the order in which they were made. */
  mutationKey: MutationKey;
  /** False: each change is sent at once, whatever else is on its way. */
  inTurn?: boolean;
  /** Begins the keys of all changes that one refresh is for; `mutationKey` unless told. */
  family?: MutationKey;
  /** Where the change is shown. A read of it that is under way would bring back what was there before, and is given up. */
  reads: QueryKey;
  show: (change: Change) => PutBack;
  /** Reads the version that it sends when it is called: the change before it has made a new one. */
  send: (change: Change) => Promise<Answer>;
  /** `isLast` is false while another change waits: what is on the screen then is newer than the answer, but for its version. */
  onSaved?: ((answer: Answer, change: Change, isLast: boolean) => void) | undefined;
  /** Says why it was not saved; it is put back by then. */
  onFailed?: ((error: Error, change: Change) => void) | undefined;
  /** Asks for what is stored now, after the last change of its family: before, that would undo what was done since. */
  refresh: () => void;
}

interface Begun<Change> {
  change: Change;
  putBack: PutBack;
}

/** Makes a change that no component watches. Rejects when it is not saved; `onFailed` has said so. */
export function makeChange<Change, Answer>(
  queries: QueryClient,
  options: OptimisticChange<Change, Answer>,
  change: Change,
): Promise<Answer> {
  const mutation = queries.getMutationCache().build(queries, mutationOf(queries, options));
  return mutation.execute(begin(queries, options, change));
}

/** Changes that a component watches: whether one is on its way (and which), and whether the last one was saved. */
export function useOptimisticChange<Change, Answer>(options: OptimisticChange<Change, Answer>) {
  const queries = useQueryClient();
  const { mutateAsync, isPending, isSuccess, variables } = useMutation(mutationOf(queries, options));
  const change = (what: Change) => mutateAsync(begin(queries, options, what));
  return {
    /** Rejects when it is not saved; `onFailed` has said so. */
    changeAsync: change,
    change: (what: Change): void => {
      change(what).catch(() => {
        // `onFailed` has said it.
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
  // Not waited for: reads are given up at once, and only the telling takes a moment.
  void queries.cancelQueries({ queryKey: reads });
  return { change, putBack: show(change) };
}

function mutationOf<Change, Answer>(
  queries: QueryClient,
  options: OptimisticChange<Change, Answer>,
): MutationOptions<Answer, Error, Begun<Change>> {
  const { mutationKey, inTurn = true, family = mutationKey, send, onSaved, onFailed, refresh } = options;
  return {
    mutationKey,
    ...(inTurn && { scope: { id: mutationKey.join(' ') } }),
    mutationFn: ({ change }) => send(change),
    onSuccess: (answer, { change }) => onSaved?.(answer, change, queries.isMutating({ mutationKey }) <= 1),
    onError: (error, { change, putBack }) => {
      putBack();
      onFailed?.(error, change);
    },
    onSettled: () => {
      if (countUnderWay(queries, family, -1) === 0) refresh();
    },
  };
}

const underWay = new WeakMap<QueryClient, Map<string, number>>();

/** How many changes of a family are not settled. Two may settle in one moment: the library counts both of them until then. */
function countUnderWay(queries: QueryClient, family: MutationKey, by: 1 | -1): number {
  const counts = underWay.get(queries) ?? new Map<string, number>();
  const name = hashKey(family);
  const count = (counts.get(name) ?? 0) + by;
  underWay.set(queries, counts.set(name, count));
  return count;
}

/** Why a change was not saved, in words: `changedMeanwhile` for a 409, where the screen is about to show the newer version. */
export function whyNotSaved(error: unknown, changedMeanwhile: string): string {
  return error instanceof ApiError && error.status === 409 ? changedMeanwhile : translateError(error).message;
}

/** What lists have, whole or a page of one. */
interface Rows<Row> {
  data: Row[];
}

/** The newest version that is known of a thing, out of all places that have one. */
export function newestOf<Row extends { updated_at: string }>(
  known: readonly (Row | null | undefined)[],
): Row | undefined {
  return known.reduce<Row | undefined>(
    (newest, row) => (row && (!newest || newest.updated_at < row.updated_at) ? row : newest),
    undefined,
  );
}

/** Changes a row in every list of this key. Gives what puts the same fields back. */
export function patchRow<Row extends { id: Id }>(
  queries: QueryClient,
  reads: QueryKey,
  id: Id,
  patch: Partial<Row>,
): PutBack {
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

/** Puts the rows of a whole list in the order of these ids; who came meanwhile stands last. Gives what puts them back. */
export function putInOrder<Row extends { id: Id; v_order: number }>(
  queries: QueryClient,
  reads: QueryKey,
  ids: readonly Id[],
): PutBack {
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
            .map((row) => ({ ...row, v_order: numbers.get(row.id) ?? row.v_order }))
            .sort((one, other) => (order.get(one.id) ?? last) - (order.get(other.id) ?? last)),
        },
    );
  }
}
