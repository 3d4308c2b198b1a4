import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef } from 'react';
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
import type { SortableList } from '../../ui/SortableList.tsx';
import { notify } from '../../ui/toast.ts';
import { useMay } from './access.tsx';
import { deletionOf, useDeleteWithUndo } from './calls.tsx';
import styles from './OrderedList.module.css';
import { ListSearch, PagedList, type PagedListProps, Placeholders } from './PagedList.tsx';

/** All rows in order, and callbacks that change the order. */
export type Order<Row> = Omit<Parameters<typeof SortableList<Row>>[0], 'renderItem'>;

interface OrderedListProps<Row>
  extends Pick<PagedListProps<Row>, 'params' | 'what' | 'one' | 'offer' | 'empty'>,
    Omit<OrderedRowsProps<Row>, 'list' | 'note' | 'searched' | 'children'> {
  /** The query of the rows that match the search, which cannot be reordered. */
  found: (search: string) => UseQueryOptions<WholeList<Row>>;
  search: { call: CallName; label: string; placeholder: string; covers: string };
  /** Height of a row, and the class that puts placeholders side by side. */
  placeholder: { height: string; className?: string };
  /** The noun that is counted: "1 member", "3 members". */
  counted: (count: number) => string;
  /** Text above all rows: their number, and how to change their order, unless that is not possible. */
  note: (list: WholeList<Row>, howTo: HowTo) => string;
  children: (
    order: Order<Row>,
    deletion: { deleting: Id | undefined; remove: (id: Id) => void },
  ) => ReactNode;
}

/**
 * A list of the admin area that can be searched and reordered. When the focused row is deleted, the section takes the
 * focus.
 */
export function OrderedList<Row extends { id: Id }>(props: OrderedListProps<Row>) {
  const { params, search, counted, note, children } = props;
  const { search: words } = params.filters;
  const searched = words !== undefined;
  const list = useQuery(searched ? props.found(words) : props.all);
  const section = useRef<HTMLElement>(null);
  const { remove, deleting } = useDeleteWithUndo(deletionOf(props.kind));

  const removeRow = async (id: Id) => {
    // Ignores further presses during a deletion. The buttons are not disabled instead, because a disabled button
    // loses the focus.
    if (deleting !== undefined) return;
    const hadFocus = section.current?.contains(document.activeElement);
    if ((await remove(id)) && hadFocus) section.current?.focus();
  };
  const { data: whole } = list;
  return (
    <>
      {whole && (searched || whole.data.length > 0) && (
        <ListSearch
          call={search.call}
          label={search.label}
          placeholder={search.placeholder}
          params={params}
        />
      )}
      <PagedList
        {...props}
        list={list}
        searches={search.covers}
        skeleton={
          <Placeholders
            what={`the ${props.what}`}
            className={props.placeholder.className}
            heights={Array(4).fill(props.placeholder.height)}
          />
        }
      >
        {() =>
          whole && (
            <OrderedRows
              {...props}
              list={whole}
              searched={searched}
              note={(howTo) =>
                searched ? `${counted(whole.data.length)} found. ${howTo.blocked}.` : note(whole, howTo)
              }
              section={section}
            >
              {(order) => children(order, { deleting, remove: (id) => void removeRow(id) })}
            </OrderedRows>
          )
        }
      </PagedList>
    </>
  );
}

/** True if the role may change the order, and why it cannot be changed now, without a full stop. */
interface HowTo {
  mayOrder: boolean;
  blocked: string | undefined;
}

/** An order must contain all rows. */
function blockedReason({ data, complete }: WholeList<unknown>) {
  if (!complete) return `Only the first ${data.length} are shown, and an order needs them all`;
  return data.length > limits.reorderIds
    ? `More than ${limits.reorderIds} cannot be reordered here`
    : undefined;
}

interface OrderedRowsProps<Row> {
  /** The query of all rows. */
  all: UseQueryOptions<WholeList<Row>> & { queryKey: QueryKey };
  list: WholeList<Row>;
  /** True if these are the rows of a search. */
  searched?: boolean;
  /** Accessible names of the section and of the rows. */
  label: string;
  name: string;
  nameOf: (row: Row) => string;
  note: (howTo: HowTo) => string;
  /** Kind of the records in the rows. */
  kind: NameOf<{ calls: { order: string } }>;
  section?: RefObject<HTMLElement | null>;
  children: (order: Order<Row>) => ReactNode;
}

/** Rows whose order can be changed. Below them it shows whether the order is saved. */
export function OrderedRows<Row extends { id: Id }>(props: OrderedRowsProps<Row>) {
  const { list, kind } = props;
  const order = useSavedOrder(kind, props.all.queryKey);
  const mayOrder = useMay()(callsOf(kind).order);
  const blocked = props.searched ? deskMessages['find.clearToReorder'] : blockedReason(list);
  return (
    <section ref={props.section} className={styles.section} aria-label={props.label} tabIndex={-1}>
      <p className={styles.note}>{props.note({ mayOrder, blocked })}</p>
      {props.children({
        label: props.name,
        items: list.data,
        getId: ({ id }) => id,
        getName: props.nameOf,
        onReorder: (moved) => order.mutate(moved.map(({ id }) => id)),
        disabled: blocked !== undefined,
        fixed: !mayOrder,
      })}
      <p className={styles.saved} role="status">
        {order.isPending ? 'Saving the order…' : order.isSuccess ? deskMessages['order.saved'] : ''}
      </p>
    </section>
  );
}

/** Saves the rows of a cached list in the order of these ids. */
function useSavedOrder(kind: OrderedRowsProps<unknown>['kind'], queryKey: QueryKey) {
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
