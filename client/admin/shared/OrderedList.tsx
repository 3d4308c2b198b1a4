import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useCallback, useRef } from 'react';
import { type CallName, callsOf } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { NameOf } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { translateError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { putInOrder, useOptimisticChange } from '../../api/optimistic.ts';
import type { WholeList } from '../../api/read-all-pages.ts';
import { SortableList } from '../../ui/SortableList.tsx';
import { notify } from '../../ui/toast.ts';
import { useMay } from './access.tsx';
import { deletionOf, useDeleteWithUndo } from './calls.tsx';
import { type DataList, deleteAction, editAction, type RowAction, RowActions } from './DataList.tsx';
import styles from './OrderedList.module.css';
import { ListSearch, PagedList, type PagedListProps, Placeholders } from './PagedList.tsx';

interface OrderedListProps<Row>
  extends Pick<PagedListProps<Row>, 'params' | 'what' | 'one' | 'offer' | 'empty'>,
    Pick<
      ComponentProps<typeof DataList<Row>>,
      'name' | 'lineClassName' | 'className' | 'buttons' | 'history'
    >,
    Pick<ComponentProps<typeof SortableList<Row>>, 'layout' | 'itemClassName'> {
  /** Kind of the records. */
  kind: NameOf<{ calls: { order: string } }>;
  /** The query of all rows. */
  all: UseQueryOptions<WholeList<Row>> & { queryKey: QueryKey };
  search?: {
    call: CallName;
    label: string;
    placeholder: string;
    covers: string;
    /** The query of the rows that match the search, which cannot be reordered. */
    found: (search: string) => UseQueryOptions<WholeList<Row>>;
    /** The noun that is counted: "1 member", "3 members". */
    counted: (count: number) => string;
  };
  /** Height of a row while the rows load, and the class that puts placeholders side by side. */
  placeholder?: { height: string; className?: string };
  /** Accessible name of the section. */
  label: string;
  nameOf: (row: Row) => string;
  /** Text above all rows: their number, and how to change their order, unless that is not possible. */
  note: (list: WholeList<Row>, howTo: HowTo) => string;
  /** One row, without its handle and its actions. While this is the same function, rows that stay the same are not rendered again. */
  line: (row: Row) => ReactNode;
  /** Class of the element around the handle and the actions of a row. */
  toolsClassName?: string;
  /** Opens the form of a row; without it, rows have no actions. */
  edit?: (id: Id) => void;
  /** The actions between Edit and Delete. */
  also?: (row: Row) => readonly RowAction[];
}

/** True if the role may change the order, and why it cannot be changed now, without a full stop. */
interface HowTo {
  mayOrder: boolean;
  blocked: string | undefined;
}

/** A list of the admin area that can be searched and reordered. Below the rows it shows whether the order is saved. */
export function OrderedList<Row extends { id: Id }>(props: OrderedListProps<Row>) {
  const { kind, params, all, search, note, line, lineClassName, toolsClassName } = props;
  const words = search && params.filters.search;
  const list = useQuery(search && words !== undefined ? search.found(words) : all);
  const order = useSavedOrder(kind, all.queryKey);
  const { remove, deleting } = useDeleteWithUndo(deletionOf(kind));
  const latest = useRef({ ...props, remove });
  latest.current = { ...props, remove };
  const renderItem = useCallback(
    (row: Row, handle: ReactNode) => {
      const { also, edit, nameOf, buttons, history } = latest.current;
      const actions = (): RowAction[] => [
        editAction(kind, () => latest.current.edit?.(row.id)),
        ...(also?.(row) ?? []),
        deleteAction(kind, () => {
          // Ignores further presses during a deletion. The buttons are not disabled instead, because a disabled button
          // loses the focus.
          if (deleting === undefined) void latest.current.remove(row.id);
        }),
      ];
      return (
        <div className={lineClassName} aria-busy={deleting === row.id || undefined}>
          {line(row)}
          <span className={toolsClassName}>
            {handle}
            {edit && <RowActions {...{ row, actions, buttons, history }} titleOf={nameOf} />}
          </span>
        </div>
      );
    },
    [kind, line, lineClassName, toolsClassName, deleting],
  );
  const mayOrder = useMay()(callsOf(kind).order);
  const { data: whole } = list;
  const blocked = words === undefined ? whole && blockedReason(whole) : deskMessages['find.clearToReorder'];
  return (
    <>
      {search && whole && (words !== undefined || whole.data.length > 0) && (
        <ListSearch {...search} params={params} />
      )}
      <PagedList
        {...props}
        list={list}
        searches={search?.covers}
        skeleton={
          props.placeholder && (
            <Placeholders
              what={`the ${props.what}`}
              className={props.placeholder.className}
              heights={Array(4).fill(props.placeholder.height)}
            />
          )
        }
      >
        {() =>
          whole && (
            <section className={styles.section} aria-label={props.label}>
              <p className={styles.note}>
                {search && words !== undefined
                  ? `${search.counted(whole.data.length)} found. ${blocked}.`
                  : note(whole, { mayOrder, blocked })}
              </p>
              <SortableList
                label={props.name}
                items={whole.data}
                getId={({ id }) => id}
                getName={props.nameOf}
                renderItem={renderItem}
                onReorder={(moved) => order.mutate(moved.map(({ id }) => id))}
                disabled={blocked !== undefined}
                fixed={!mayOrder}
                layout={props.layout}
                className={props.className}
                itemClassName={props.itemClassName}
              />
              <p className={styles.saved} role="status">
                {order.isPending ? 'Saving the order…' : order.isSuccess ? deskMessages['order.saved'] : ''}
              </p>
            </section>
          )
        }
      </PagedList>
    </>
  );
}

/** An order must contain all rows. */
function blockedReason({ data, complete }: WholeList<unknown>) {
  if (!complete) return `Only the first ${data.length} are shown, and an order needs them all`;
  return data.length > limits.reorderIds
    ? `More than ${limits.reorderIds} cannot be reordered here`
    : undefined;
}

/** Saves the rows of a cached list in the order of these ids. */
function useSavedOrder(kind: OrderedListProps<unknown>['kind'], queryKey: QueryKey) {
  const queries = useQueryClient();
  return useOptimisticChange({
    mutationKey: [kind],
    reads: queryKey,
    show: (ids: readonly Id[]) => putInOrder(queries, queryKey, ids),
    send: (ids) => readApi(callsOf(kind).order, { body: { ids } }),
    onFailed: (error) => {
      const { message, fieldErrors } = translateError(error);
      notify.error(fieldErrors.ids ?? message);
      // A record no longer exists. The answer does not name it, so the list is fetched again.
      if (fieldErrors.ids) void queries.invalidateQueries({ queryKey });
    },
    refresh: () => refresh(queries, kind),
  });
}
