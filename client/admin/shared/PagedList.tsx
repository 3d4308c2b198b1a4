import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Pagination } from '../../ui/Pagination.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { ListFailed } from './ListFailed.tsx';
import styles from './PagedList.module.css';
import { PageSize } from './PageSize.tsx';

interface ListPage<Item> {
  data: Item[];
  last_page: number;
  /** Not every host counts. */
  total?: number | undefined;
}

/** The query for one page of a list; it keeps showing the previous page while the next one loads. */
interface ListQuery<Item> {
  data: ListPage<Item> | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

interface PagedListProps<Item> {
  list: ListQuery<Item>;
  /** What is listed, in the plural: "jobs". */
  what: string;
  /** The accessible name of the page numbers: "Pages of jobs". */
  label: string;
  page: number;
  showPage: (page: number, how?: { replace: boolean }) => void;
  /** How many page numbers stand around the current one; every page when left out. */
  window?: number;
  /** How many rows a page has; given, people can choose others (`pageSizeOf`). */
  ownSize?: number | undefined;
  skeleton: ReactNode;
  /** Stands in the place of the rows when there are none. */
  empty: ReactNode;
  /** What screen readers are told when a page has loaded. */
  announce?: (page: ListPage<Item>) => string;
  /** The rows; `stale` while they are still those of the previous page. */
  children: (page: ListPage<Item>, stale: boolean) => ReactNode;
}

/**
 * A list of the admin area, a page at a time, in each of its states: loading, failed, empty, and rows with page numbers. A page
 * behind the last one, or one whose rows were all deleted, gives way to the last page that there is.
 */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { list, what, label, page, showPage, window, ownSize, skeleton, empty, announce, children } = props;
  const { data, error, isPlaceholderData: stale, isFetching, refetch } = list;
  const instead = data && !stale ? pageInstead(data, page) : undefined;
  const showInstead = useEffectEvent((last: number) => showPage(last, { replace: true }));
  useEffect(() => {
    if (instead !== undefined) showInstead(instead);
  }, [instead]);

  if (error && (!data || stale)) {
    return <ListFailed what={what} error={error} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!data || instead !== undefined) return skeleton;
  const isEmpty = data.data.length === 0;
  if (isEmpty && !announce) return empty;
  return (
    <div className={styles.list}>
      {announce && <VisuallyHidden role="status">{stale ? '' : announce(data)}</VisuallyHidden>}
      {isEmpty ? empty : children(data, stale)}
      <div className={styles.foot}>
        <Pagination
          current={page}
          last={data.last_page}
          onChange={showPage}
          {...(window !== undefined && { window })}
          label={label}
        />
        {ownSize !== undefined && (data.total ?? 0) > ownSize && <PageSize own={ownSize} />}
      </div>
    </div>
  );
}

/**
 * The page to show instead of an empty one; undefined when it has rows, and for the first page, which may be empty. A host may
 * claim pages that are empty: then this goes back one page at a time.
 */
export function pageInstead({ data, last_page }: ListPage<unknown>, page: number): number | undefined {
  return data.length === 0 && page > 1 ? Math.max(1, Math.min(last_page, page - 1)) : undefined;
}
