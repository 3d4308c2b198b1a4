import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { isStatus, translateError } from '../../api/api-error.ts';
import { isCallMissing, useDeskSupports } from '../../api/host-support.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { pageOf, useCountedParams } from '../../use-page-number.ts';
import searchStyles from './ListSearch.module.css';
import styles from './rows.module.css';

/** Reads one filter of a list from its search param; undefined if the param is missing or has no valid value. */
type Reader = (text: string) => string | number | undefined;
export type Readers = Record<string, Reader>;

/** Reads a filter that has one of these values. */
export function oneOf<Word extends string>(words: readonly Word[]) {
  return (text: string) => words.find((word) => word === text);
}

/** The smallest choice: a list that fits into it needs none. */
const smallestSize = 20;
const pageSizes = [smallestSize, 50, 100];

const common = {
  search: (text: string) => text.trim().slice(0, limits.search) || undefined,
  per_page: (text: string) => pageSizes.find((size) => String(size) === text),
};

export type Read<Own extends Readers> = { page: number } & {
  [Name in keyof (Own & typeof common)]: ReturnType<(Own & typeof common)[Name]>;
};

/** Returns the filters of a list, by the names of its search params and of the parameters of its call. */
export function readParams<Own extends Readers>(params: URLSearchParams, own: Own = {} as Own): Read<Own> {
  const read = Object.entries({ ...common, ...own }).map(([name, of]) => [name, of(params.get(name) ?? '')]);
  return { ...Object.fromEntries(read), page: pageOf(params) };
}

type Change = Record<string, string | number | undefined>;

/** The filters of a list, and how to change them. Any change but one of the page goes to the first page. */
export interface ListParams {
  filters: { page: number; per_page?: number; search?: string };
  change: (change: Change, how?: { replace: boolean }) => void;
}

/**
 * The filters in the search params. `after` returns the search part of a link to the list after a change, and `tab` the
 * link of a tab that makes the change.
 */
export function useListParams<Own extends Readers>(own: Own = {} as Own) {
  const [params, setParams] = useCountedParams();
  const change: ListParams['change'] = (values, how) => setParams((before) => changed(before, values), how);
  const after = (values: Change) => `?${changed(params, values)}`;
  const tab = (values: Change) => ({ to: after(values), open: () => change(values) });
  const filters = readParams(params, own);
  const { page: _, per_page: __, ...set } = filters;
  return {
    params,
    filters,
    /** True if the list may be shorter than it is without filters. */
    isFiltered: Object.values(set).some((value) => value !== undefined),
    clear: () => change(Object.fromEntries(Object.keys(set).map((name) => [name, undefined]))),
    change,
    after,
    tab,
  };
}

/** As `useListParams`, for a list in a dialog: its filters are not in the URL. */
export function useLocalParams(): ListParams {
  const [params, setParams] = useState(new URLSearchParams());
  const change = (values: Change) => setParams((before) => changed(before, values));
  return { filters: readParams(params), change };
}

/** For a list that has one page, or none with a number. */
export const firstPage: ListParams = { filters: { page: 1 }, change: () => {} };

/** Returns the search params after a change; values that are undefined are left out. */
function changed(params: URLSearchParams, values: Change) {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ page: undefined, ...values })) {
    if (value === undefined || (name === 'page' && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

interface ListPage<Row> {
  data: readonly Row[];
  last_page?: number;
  /** Total number of rows; some hosts do not send it. */
  total?: number;
}

export interface PagedListProps<Row> {
  /** The query for one page. While another page loads, `data` is the previous page. */
  list: QueryFailedProps['query'] & { data: ListPage<Row> | undefined; isPlaceholderData: boolean };
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
 * page numbers; rows that could not be read again say so. If the page in the URL is beyond the last one, or its rows were all deleted, the last existing page is
 * shown instead.
 */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { list, params, what } = props;
  const around = useFocusOfRows();
  const { data, error, isPlaceholderData: stale } = list;
  const { page } = params.filters;
  // Some hosts answer 404 for a page after the last, as this one is once its last row was deleted.
  const isGone = isStatus(error, 404) && page > 1;
  const instead = data && !stale ? (isGone ? page - 1 : redirectToPage(data, page)) : undefined;
  const showInstead = useEffectEvent((last: number) => params.change({ page: last }, { replace: true }));
  useEffect(() => {
    if (instead !== undefined) showInstead(instead);
  }, [instead]);

  if (error && (!data || stale)) return <QueryFailed what={what} offer={props.offer} query={list} />;
  if (!data || instead !== undefined)
    return props.skeleton ?? <Placeholders what={`the ${what}`} heights={Array(5).fill('4.5rem')} />;
  return (
    <>
      {error && <FailedNote what={what} query={list} />}
      <Loaded {...props} page={data} around={around} />
    </>
  );
}

/**
 * When the row that had the focus is gone, as after its deletion, the focus goes to the row in its place, or to the heading
 * of the screen if there is none. Returns the ref of the element around the rows.
 */
function useFocusOfRows() {
  const around = useRef<HTMLDivElement>(null);
  const focused = useRef<{ element: Element; at: number }>(undefined);
  useEffect(() => {
    // React tells of no focus that a dialog gives back when it closes.
    const note = ({ target: element }: FocusEvent) => {
      if (!(element instanceof Element) || element.closest('dialog')) return;
      const isHere = around.current?.contains(element);
      focused.current = isHere
        ? { element, at: rowsIn(around.current).findIndex((row) => row.contains(element)) }
        : undefined;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (!focused.current || focused.current.element.isConnected) return;
    if (document.activeElement !== document.body) return;
    const { at } = focused.current;
    const rows = rowsIn(around.current);
    const row = at < 0 ? undefined : (rows[at] ?? rows.at(-1));
    const next = row?.querySelector<HTMLElement>('a, button:enabled, input:enabled');
    (next ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  });
  return around;
}

function rowsIn(list: Element | null) {
  return [...(list?.querySelector('ul, ol, tbody')?.children ?? [])];
}

/** One page of the list, or what is shown instead if it is empty. */
function Loaded<Row>(
  props: PagedListProps<Row> & { page: ListPage<Row>; around: RefObject<HTMLDivElement | null> },
) {
  const { list, params, page: data, what, one, ownSize, searches, empty, children } = props;
  const { page, search } = params.filters;
  const { isPlaceholderData: stale } = list;
  const { data: rows, total = rows.length } = data;
  const counted = `${total} ${total === 1 ? one : what}`;
  const announcement = props.announce === true ? counted : props.announce?.(data);
  const nothing =
    search && searches ? (
      <EmptyState
        title={`No ${one} matches`}
        text={`The search covers ${searches}.`}
        action={
          <Button variant="quiet" onClick={() => params.change({ search: undefined }, { replace: true })}>
            Clear the search
          </Button>
        }
      />
    ) : (
      empty && <EmptyState {...empty} />
    );
  if (rows.length === 0 && announcement === undefined) return nothing;
  return (
    <div ref={props.around} className={styles.list}>
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
function redirectToPage({ data, last_page }: ListPage<unknown>, page: number) {
  return data.length === 0 && page > 1 ? Math.max(1, Math.min(last_page ?? 1, page - 1)) : undefined;
}

/** Select for the number of rows per page, `own` by default. The choice is stored in the URL. */
export function PageSize({ own }: { own: number }) {
  const { filters, change } = useListParams();
  const options = [...new Set([own, ...pageSizes])].sort((one, other) => one - other);
  return (
    <div className={styles.size}>
      <Select
        label="Rows per page"
        value={String(filters.per_page ?? own)}
        options={options.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={({ target: { value } }) =>
          // `before` is the position in a list without page numbers.
          change(
            { before: undefined, per_page: value === String(own) ? undefined : value },
            { replace: true },
          )
        }
      />
    </div>
  );
}

interface QueryFailedProps {
  /** Plural of what was to be read: "jobs". */
  what: string;
  /** Name of the missing feature, shown if the host lacks the call that reads the list. By default `what`. */
  offer?: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

/**
 * Shown instead of what a query has failed to load, with a retry button. If the API host lacks the call that reads it, a
 * text says so instead.
 */
export function QueryFailed({ what, offer = what, query }: QueryFailedProps) {
  if (isCallMissing(query.error)) {
    return (
      <EmptyState
        title={`Your API host does not offer ${offer}`}
        text={'The rest of the site works without it. This list fills up once the host offers the call.'}
      />
    );
  }
  return (
    <ErrorState
      title={`The ${what} could not be loaded`}
      text={translateError(query.error).message}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
    />
  );
}

/** As `QueryFailed`, in a line of its own, for a part of a screen. */
export function FailedNote({ what, query }: Pick<QueryFailedProps, 'what' | 'query'>) {
  return (
    <p className="problem" role="alert">
      The {what} could not be loaded. {translateError(query.error).message}{' '}
      <Button
        variant="quiet"
        busy={query.isFetching}
        busyLabel="Trying again..."
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </p>
  );
}

interface PlaceholdersProps {
  /** Name of the content that is loading: "the jobs". */
  what: string;
  /** The heights of what will take their place. */
  heights: readonly string[];
  className?: string;
}

/** Placeholders one below the other, or as the class says, while something loads. */
export function Placeholders({ what, heights, className }: PlaceholdersProps) {
  return (
    <>
      <VisuallyHidden role="status">Loading {what}…</VisuallyHidden>
      <div className={classNames(styles.placeholders, className)} aria-hidden="true">
        {heights.map((height, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <Skeleton key={at} height={height} />
        ))}
      </div>
    </>
  );
}

interface ListSearchProps {
  /** The call that searches; undefined if the host always has it. */
  call?: CallName;
  /** Label of the field: "Search posts". */
  label: string;
  placeholder: string;
  className?: string;
  params: ListParams;
}

/**
 * The search field of a list. If the host lacks the call, a text is shown instead, because a search without it would
 * have to read all pages. While it is unknown whether the host has the call, an empty placeholder is shown.
 */
export function ListSearch(props: ListSearchProps) {
  const {
    call,
    label,
    placeholder,
    params,
    className = call ? searchStyles.place : searchStyles.always,
  } = props;
  const supports = useDeskSupports(call ?? 'findAnything');
  const takes = call ? supports : true;
  if (takes === false) return <p className={searchStyles.absent}>{deskMessages['find.noListSearch']}</p>;
  return (
    <div className={className}>
      {takes && (
        <SearchField
          label={label}
          placeholder={placeholder}
          maxLength={limits.search}
          value={params.filters.search ?? ''}
          onSearch={(search) => params.change({ search: search || undefined }, { replace: true })}
        />
      )}
    </div>
  );
}
