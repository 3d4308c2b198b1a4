import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Pagination } from '../../ui/Pagination.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { ListFailed } from './ListFailed.tsx';
import styles from './PagedList.module.css';
import { PageSize, smallestSize } from './PageSize.tsx';

interface ListPage<Item> {
  data: Item[];
  last_page: number;
  /** Total number of rows; some hosts do not send it. */
  total?: number;
}

/** Result of the query for one page of a list. While another page loads, `data` is the previous page. */
interface ListQuery<Item> {
  data: ListPage<Item> | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

interface PagedListProps<Item> {
  list: ListQuery<Item>;
  /** Plural of the listed records: "jobs". */
  what: string;
  /** Accessible name of the pagination: "Pages of jobs". */
  label: string;
  page: number;
  showPage: (page: number, how?: { replace: boolean }) => void;
  /** Number of page numbers shown around the current one. If left out, all are shown. */
  window?: number;
  /** Default number of rows per page; if given, people can choose another (`pageSizeOf`). */
  ownSize?: number;
  skeleton: ReactNode;
  /** Shown instead of the rows if the list is empty. */
  empty: ReactNode;
  /** Returns the announcement for screen readers when a page has loaded. */
  announce?: (page: ListPage<Item>) => string;
  /**
   * Renders the rows. `stale` is true while the rows of the previous page stay on the screen because another page is
   * loading.
   */
  children: (page: ListPage<Item>, stale: boolean) => ReactNode;
}

/**
 * A list of the admin area, page by page, in each of its states: loading, failed, empty, and rows with page numbers.
 * If the page in the URL is beyond the last one, or its rows were all deleted, the last existing page is shown
 * instead.
 */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { list, what, label, page, showPage, window, ownSize, skeleton, empty, announce, children } = props;
  const { data, error, isPlaceholderData: stale, isFetching, refetch } = list;
  const instead = data && !stale ? redirectToPage(data, page) : undefined;
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
        {ownSize !== undefined && (data.total ?? 0) > smallestSize && <PageSize own={ownSize} />}
      </div>
    </div>
  );
}

/**
 * Returns the page to show if this page has no rows; undefined if it has rows, and for page 1, which may be empty. A
 * host may count empty pages in `last_page`, so the result is never later than the page before this one.
 */
function redirectToPage({ data, last_page }: ListPage<unknown>, page: number): number | undefined {
  return data.length === 0 && page > 1 ? Math.max(1, Math.min(last_page, page - 1)) : undefined;
}
