import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { WholeList } from '../../api/read-all-pages.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { SortableList } from '../../ui/SortableList.tsx';
import { ListFailed } from './ListFailed.tsx';
import { ListSearch, NothingFound } from './ListSearch.tsx';
import type { ListParams } from './list-params.ts';
import styles from './OrderedList.module.css';
import { Placeholders } from './Placeholders.tsx';
import { reorderBlockedReason } from './reorder-blocked-reason.ts';
import { useMay } from './rights.ts';
import { type DeleteWithUndoOptions, useDeleteWithUndo } from './use-delete-with-undo.ts';
import { useSavedOrder } from './use-saved-order.ts';

/** All rows in order, and callbacks that change the order. */
export type Order<Row> = Omit<Parameters<typeof SortableList<Row>>[0], 'renderItem'>;

interface OrderedListProps<Row> {
  params: ListParams;
  /** The query of all rows, and that of the rows that match the search, which cannot be reordered. */
  all: UseQueryOptions<WholeList<Row>> & { queryKey: QueryKey };
  found: (search: string) => UseQueryOptions<WholeList<Row>>;
  /** The rows in the plural, and one of them. */
  what: string;
  one: string;
  /** Name of the feature that is missing if the host cannot list the rows; by default `what`. */
  offer?: string;
  /** Accessible names of the section and of the rows. */
  label: string;
  name: string;
  search: { call: CallName; label: string; placeholder: string; covers: string };
  empty: ComponentProps<typeof EmptyState>;
  /** Height of a row, and the class that puts placeholders side by side. */
  placeholder: { height: string; className?: string };
  nameOf: (row: Row) => string;
  /** The noun that is counted: "1 member", "3 members". */
  counted: (count: number) => string;
  /** Text above all rows: their number, and how to change their order, unless that is not possible. */
  note: (list: WholeList<Row>, howTo: { mayOrder: boolean; blocked: string | undefined }) => string;
  reorderCall: CallName;
  deletion: DeleteWithUndoOptions & { refresh: Parameters<typeof useSavedOrder>[2] };
  children: (
    order: Order<Row>,
    deletion: { deleting: Id | undefined; remove: (id: Id) => void },
  ) => ReactNode;
}

/**
 * A list of the admin area that can be reordered, in each of its states: loading, failed, empty, nothing found, and
 * rows. Below the rows it shows whether their order is saved. When the focused row is deleted, the section takes the
 * focus.
 */
export function OrderedList<Row extends { id: Id }>(props: OrderedListProps<Row>) {
  const { params, what } = props;
  const { search } = params.filters;
  const searched = search !== undefined;
  const { data: list, error, isFetching, refetch } = useQuery(searched ? props.found(search) : props.all);
  const section = useRef<HTMLElement>(null);
  const { remove, deleting } = useDeleteWithUndo(props.deletion);
  const order = useSavedOrder(props.reorderCall, props.all.queryKey, props.deletion.refresh);

  const removeRow = async (id: Id) => {
    // Ignores further presses during a deletion. The buttons are not disabled instead, because a disabled button
    // loses the focus.
    if (deleting !== undefined) return;
    const hadFocus = section.current?.contains(document.activeElement);
    if ((await remove(id)) && hadFocus) section.current?.focus();
  };

  if (error && !list)
    return (
      <ListFailed
        what={what}
        offer={props.offer}
        error={error}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  if (!list)
    return (
      <Placeholders
        what={`the ${what}`}
        className={props.placeholder.className}
        heights={Array(4).fill(props.placeholder.height)}
      />
    );
  if (list.data.length === 0 && !searched) return <EmptyState {...props.empty} />;
  const body = {
    ...props,
    list,
    searched,
    section,
    order,
    deletion: { deleting, remove: (id: Id) => void removeRow(id) },
  };
  return <OrderedRows {...body} />;
}

interface OrderedRowsProps<Row> extends Omit<OrderedListProps<Row>, 'deletion'> {
  list: WholeList<Row>;
  searched: boolean;
  section: RefObject<HTMLElement | null>;
  order: ReturnType<typeof useSavedOrder>;
  deletion: Parameters<OrderedListProps<Row>['children']>[1];
}

function OrderedRows<Row extends { id: Id }>(props: OrderedRowsProps<Row>) {
  const { params, one, search: field, order, nameOf, list, searched } = props;
  const { data: rows } = list;
  const mayOrder = useMay()(props.reorderCall);
  const blocked = searched ? deskMessages['find.clearToReorder'] : reorderBlockedReason(list);
  const note = searched
    ? `${props.counted(rows.length)} found. ${blocked}.`
    : props.note(list, { mayOrder, blocked });
  return (
    <>
      <ListSearch call={field.call} label={field.label} placeholder={field.placeholder} params={params} />
      {rows.length === 0 ? (
        <NothingFound
          what={one}
          text={`The search covers ${field.covers}.`}
          onClear={() => params.change({ search: undefined }, { replace: true })}
        />
      ) : (
        <section ref={props.section} className={styles.section} aria-label={props.label} tabIndex={-1}>
          <p className={styles.note}>{note}</p>
          {props.children(
            {
              label: props.name,
              items: rows,
              getId: ({ id }) => id,
              getName: nameOf,
              onReorder: (moved) => order.mutate(moved.map(({ id }) => id)),
              disabled: blocked !== undefined,
              fixed: !mayOrder,
            },
            props.deletion,
          )}
          <p className={styles.saved} role="status">
            {order.isPending ? 'Saving the order…' : order.isSuccess ? deskMessages['order.saved'] : ''}
          </p>
        </section>
      )}
    </>
  );
}
