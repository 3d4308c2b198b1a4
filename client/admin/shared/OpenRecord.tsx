import { type ComponentProps, type ReactNode, useState } from 'react';
import { type Id, readId } from '#shared/id.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ChevronDownIcon, ChevronUpIcon } from '../../ui/icons.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { DetailPane } from '../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../ui/PageHead.tsx';
import { QueryFailed, type useListParams } from './PagedList.tsx';
import rows from './rows.module.css';

interface Words {
  title: string;
  text: string;
}

interface OpenRecordProps<Row> extends Omit<ComponentProps<typeof DetailPane>, 'title' | 'children'> {
  /** The record; undefined until it is known, and null if there is none. */
  record: Row | null | undefined;
  query: ComponentProps<typeof QueryFailed>['query'];
  /** Name of the kind of record, as a title: "Message". */
  one: string;
  /** Title of the screen. */
  screen: string;
  titleOf: (record: Row) => string;
  gone: Words;
  /** Shown if the host lacks the call that reads one record. */
  lacking?: Words;
  loading?: ReactNode;
  children: (record: Row) => ReactNode;
}

/** The record that is open beside its list, in each of its states. It names the page. */
export function OpenRecord<Row>(props: OpenRecordProps<Row>) {
  const { record, query, one, screen, titleOf, gone, lacking, loading, children, ...pane } = props;
  const title = record ? titleOf(record) : one;
  const what = one.toLowerCase();
  const absent = record === null ? gone : isCallMissing(query.error) ? lacking : undefined;
  return (
    <>
      <PageTitle>{record ? `${title} · ${screen}` : screen}</PageTitle>
      <DetailPane {...pane} title={title}>
        {record ? (
          children(record)
        ) : absent ? (
          <EmptyState {...absent} action={<Button onClick={pane.onClose}>Back to the list</Button>} />
        ) : query.error ? (
          <QueryFailed what={what} query={query} />
        ) : (
          (loading ?? <Loader label={`Loading the ${what}`} />)
        )}
      </DetailPane>
    </>
  );
}

/** Buttons that lead to the record before and after the open one. */
export function StepButtons({ what, order }: { what: string; order: ReadingOrder }) {
  const { previous, next } = order;
  return (
    <span className={rows.actions}>
      <IconButton label={`Previous ${what}`} disabled={!previous} onClick={previous}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton label={`Next ${what}`} disabled={!next} onClick={next}>
        <ChevronDownIcon />
      </IconButton>
    </span>
  );
}

/*
 * An inbox: a list, and one of its records open beside it.
 */

/** Default number of rows per page. */
export const rowsPerPage = 50;

/**
 * The open record, which the address names under `name`, and functions that open another one or close it. Opening adds
 * one history entry, even if several records are opened before the last one is closed.
 */
export function openerOf(
  {
    params,
    filters: { page },
    change,
    after,
  }: Pick<ReturnType<typeof useListParams>, 'params' | 'filters' | 'change' | 'after'>,
  name: string,
) {
  const openId = readId(params.get(name) ?? '');
  const open = (id: Id, at = page) => {
    if (openId !== id) change({ page: at, [name]: id }, { replace: openId !== undefined });
  };
  return {
    openId,
    open,
    close: () => change({ page, [name]: undefined }, { replace: true }),
    /** The link of a record, for `DataList`. */
    link: (id: Id) => ({ search: after({ page, [name]: id }), open: () => open(id), current: id === openId }),
  };
}

/** Returns each record once, as its last copy is, in the place of its first copy. */
export function distinct<Row extends { id: Id }>(rows: readonly Row[]) {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/**
 * Returns a page as it was read again. If `stays` is given, the rows of the screen keep their places: reading a record,
 * or changing it, would otherwise move its row. It tells which of them stay although they are on this page no longer.
 */
export function keptInPlace<Page extends { data: { id: Id }[] }>(
  shown: Page | undefined,
  fresh: Page,
  stays: ((id: Id) => boolean) | undefined,
) {
  if (!shown || !stays || fresh.data.length === 0) return fresh;
  const found = new Set(fresh.data.map(({ id }) => id));
  const rows = distinct([...shown.data, ...fresh.data]);
  return { ...fresh, data: rows.filter(({ id }) => found.has(id) || stays(id)) };
}

interface Pages {
  page: number;
  last: number | undefined;
  read: (page: number) => Promise<{ data: readonly { id: Id }[] }>;
}

/**
 * The reading order: `shown` are the records on the screen. While one is open, the order stays that of the moment at
 * which it was opened, although a change may move its row. After the last record of a page follows the next page.
 */
export function useReadingOrder(
  { openId, open }: Pick<ReturnType<typeof openerOf>, 'openId' | 'open'>,
  shown: readonly Id[],
  { page, last = 0, read }: Pages,
) {
  const [kept, keep] = useState({ openId, shown });
  if (kept.openId !== openId) keep({ openId, shown });
  const order =
    openId !== undefined && kept.shown.includes(openId)
      ? kept.shown.filter((id) => id === openId || shown.includes(id))
      : shown;
  const neighbour = (by: number, of = openId) => order[of === undefined ? 0 : order.indexOf(of) + by];
  const openNextPage = async () => {
    const { data } = await read(page + 1);
    if (data[0]) open(data[0].id, page + 1);
  };
  const isListed = openId !== undefined && order.includes(openId);
  const [previous, next] = isListed ? [neighbour(-1), neighbour(1)] : [];
  return {
    neighbour,
    nextId: next,
    /** `previous` and `next` are undefined if there is no such record. */
    previous: previous === undefined ? undefined : () => open(previous),
    next: next === undefined ? (page < last ? () => void openNextPage() : undefined) : () => open(next),
  };
}

export type ReadingOrder = ReturnType<typeof useReadingOrder>;
