import { type ComponentProps, type ReactNode, useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { QueryFailed } from './ListFailed.tsx';
import { NothingFound } from './ListSearch.tsx';
import { type ListParams, smallestSize } from './list-params.ts';
import { PageSize } from './PageSize.tsx';
import { Placeholders } from './Placeholders.tsx';
import styles from './rows.module.css';

interface ListPage<Row> {
  data: readonly Row[];
  last_page?: number;
  /** Total number of rows; some hosts do not send it. */
  total?: number;
}

export interface PagedListProps<Row> {
  /** The query for one page. While another page loads, `data` is the previous page. */
  list: {
    data: ListPage<Row> | undefined;
    error: Error | null;
    isPlaceholderData: boolean;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  params: ListParams;
  /** The listed records in the plural, and one of them: "jobs", "job". */
  what: string;
  one: string;
  /** Name of the feature that is missing if the host cannot list the records; by default `what`. */
  offer?: string;
  /** Accessible name of the pagination, by default "Pages of jobs". */
  pages?: string;
  /** Number of page numbers shown around the current one. */
  window?: number;
  /** Links to other pages, for a list without page numbers. */
  steps?: ReactNode;
  /** Default number of rows per page; if given, people can choose another. */
  ownSize?: number;
  /** Says in which fields a search looks: "titles". */
  searches?: string;
  /** Shown instead of the rows if the list is empty. */
  empty: ComponentProps<typeof EmptyState> | undefined;
  /** Announcement for screen readers when a page has loaded; true for the number of rows. */
  announce?: true | ((page: ListPage<Row>) => string);
  /** Shown while the list loads. */
  skeleton?: ReactNode;
  children: (rows: readonly Row[], stale: boolean) => ReactNode;
}

/**
 * A list of the admin area, page by page, in each of its states: loading, failed, empty, nothing found, and rows with
 * page numbers. If the page in the URL is beyond the last one, or its rows were all deleted, the last existing page is
 * shown instead.
 */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, params, what } = props;
  const { data, error, isPlaceholderData: stale } = list;
  const { page } = params.filters;
  // Some hosts answer 404 for a page after the last, as this one is once its last row was deleted.
  const isGone = error instanceof ApiError && error.status === 404 && page > 1;
  const instead = data && !stale ? (isGone ? page - 1 : redirectToPage(data, page)) : undefined;
  const showInstead = useEffectEvent((last: number) => params.change({ page: last }, { replace: true }));
  useEffect(() => {
    if (instead !== undefined) showInstead(instead);
  }, [instead]);

  if (error && (!data || stale)) return <QueryFailed what={what} offer={props.offer} query={list} />;
  if (!data || instead !== undefined)
    return props.skeleton ?? <Placeholders what={`the ${what}`} heights={Array(5).fill('4.5rem')} />;
  return <Loaded {...props} page={data} />;
}

interface LoadedProps<Row> extends PagedListProps<Row> {
  page: ListPage<Row>;
}

/** One page of the list, or what is shown instead if it is empty. */
function Loaded<Row>(props: LoadedProps<Row>) {
  const { list, params, page: data, what, one, ownSize, searches, empty, children } = props;
  const { page, search } = params.filters;
  const { isPlaceholderData: stale } = list;
  const { data: rows, total = rows.length } = data;
  const counted = `${total} ${total === 1 ? one : what}`;
  const announcement = props.announce === true ? counted : props.announce?.(data);
  const nothing =
    search && searches ? (
      <NothingFound
        what={one}
        text={`The search covers ${searches}.`}
        onClear={() => params.change({ search: undefined }, { replace: true })}
      />
    ) : (
      empty && <EmptyState {...empty} />
    );
  if (rows.length === 0 && announcement === undefined) return nothing;
  return (
    <div className={styles.list}>
      {announcement !== undefined && (
        <VisuallyHidden role="status">{stale ? '' : announcement}</VisuallyHidden>
      )}
      {rows.length === 0 ? nothing : children(rows, stale)}
      <div className={styles.foot}>
        <Pagination
          current={page}
          last={data.last_page ?? 1}
          onChange={(next) => params.change({ page: next })}
          window={props.window ?? 5}
          label={props.pages ?? `Pages of ${what}`}
        />
        {props.steps}
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
  return data.length === 0 && page > 1 ? Math.max(1, Math.min(last_page ?? 1, page - 1)) : undefined;
}
