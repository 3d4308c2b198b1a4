import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { frame } from '#shared/words/en/frame.ts';
import { isStatus, translateError } from '../api/api-error.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Loader } from '../ui/Loader.tsx';
import { PageTitle } from '../ui/PageHead.tsx';
import { PageStatus } from '../ui/PageStatus.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { Pattern } from '../ui/Pattern.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { useWords } from '../words.ts';
import styles from './PageStates.module.css';

interface FailedReadProps extends Pick<ComponentProps<typeof ErrorState>, 'title' | 'level'> {
  query: UseQueryResult;
}

/** In place of content that could not be read. */
export function FailedRead({ query: { error, refetch, isFetching }, ...rest }: FailedReadProps) {
  return (
    <>
      <PageStatus code={503} />
      <ErrorState
        {...rest}
        text={translateError(error).message}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    </>
  );
}

/** In place of a page whose content could not be read. */
export function FailedPage({ page, ...rest }: FailedReadProps & { page: string }) {
  return (
    <>
      <PageTitle>{page}</PageTitle>
      <FailedRead level={1} {...rest} />
    </>
  );
}

interface MissingPageProps extends ComponentProps<typeof EmptyState> {
  /** Title of the page. */
  page: string;
  /** Seed of the artwork. */
  seed: string;
  /** 410 says that there was content once: search engines remove the page from their index sooner. */
  status?: 404 | 410;
}

/** In place of a page that there is not. */
export function MissingPage({ page, seed, status = 404, ...rest }: MissingPageProps) {
  return (
    <>
      <PageTitle>{page}</PageTitle>
      <PageStatus code={status} />
      <EmptyState level={1} art={<Pattern seed={seed} columns={8} rows={4} />} {...rest} />
    </>
  );
}

interface RecordPageProps<Row> {
  /** The record of the id in the URL; undefined if that is no id. */
  query?: UseQueryResult<Row>;
  /** The words of the page in each state, by the ends of their keys. */
  says: (name: 'page' | 'failed' | 'notFoundPage' | 'notFound' | 'notFoundText') => string;
  /** Seed of the artwork where there is no such record. */
  seed: string;
  /** The way on from a page without the record. */
  action?: ReactNode;
  /** In place of the record while it loads. */
  loading?: ReactNode;
  children?: (row: Row) => ReactNode;
}

/** The page of one record in each of its states: loading, missing, failed, and there. */
export function RecordPage<Row>(props: RecordPageProps<Row>) {
  const { query, says, seed, action, loading, children } = props;
  const words = useWords(frame);
  if (query?.data) return children?.(query.data);
  if (query?.isPending)
    return (
      loading ?? (
        <>
          <PageTitle>{words('state.loading')}</PageTitle>
          <Loader page />
        </>
      )
    );
  // 422: no id, or no title, that a record could have.
  if (query && !isStatus(query.error, 404, 410, 422))
    return (
      <>
        <FailedPage page={says('page')} title={says('failed')} query={query} />
        {action}
      </>
    );
  return (
    <MissingPage
      page={says('notFoundPage')}
      status={isStatus(query?.error, 410) ? 410 : 404}
      seed={seed}
      title={says('notFound')}
      text={says('notFoundText')}
      action={action}
    />
  );
}

/** In place of a list that has nothing yet. `seed` is that of the artwork. */
export function EmptyList({ seed, ...rest }: ComponentProps<typeof EmptyState> & { seed: string }) {
  return <EmptyState art={<Pattern seed={seed} columns={8} rows={4} palette="paper" />} {...rest} />;
}

interface LoadingListProps {
  className?: string;
  /** Said while the list loads. */
  label: string;
  count: number;
  /** Draws one item; all may look the same. */
  children: (index: number) => ReactNode;
}

/** In place of a list that is loading. */
export function LoadingList({ className, label, count, children }: LoadingListProps) {
  return (
    <div className={className}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items that have no other name
        <Fragment key={index}>{children(index)}</Fragment>
      ))}
      {/* At the end, because the place of an item in the list may decide its width. */}
      <VisuallyHidden role="status">{label}</VisuallyHidden>
    </div>
  );
}

interface PagedRecordsProps<List> extends Omit<ListEndProps, 'list'> {
  list: UseQueryResult<List>;
  loading: ReactNode;
  failed: string;
  empty: ComponentProps<typeof EmptyList>;
  /** Renders one page of the records, with the page numbers. */
  children: (list: List, end: ReactNode) => ReactNode;
}

/** A list of a page in each of its states: loading, failed, empty, and one page of it. */
export function PagedRecords<List extends ListEndProps['list']>(props: PagedRecordsProps<List>) {
  const { list, loading, failed, empty, children, ...end } = props;
  if (list.isPending) return loading;
  if (list.isError) return <FailedRead level={2} title={failed} query={list} />;
  if (list.data.data.length === 0 && end.page === 1) return <EmptyList level={2} {...empty} />;
  return children(list.data, <ListEnd {...end} list={list.data} />);
}

interface ListEndProps {
  list: { data: readonly unknown[]; last_page: number };
  /** Page number in the URL. */
  page: number;
  /** The path of the list, without its page number. */
  path: string;
  /** Said of a page after the last one. */
  pastEnd?: ReactNode;
}

/**
 * The end of a list: its page numbers, each a link. If the list has no page with the number in the URL, a link back
 * to page 1.
 */
export function ListEnd({ list, page, path, pastEnd }: ListEndProps) {
  const words = useWords(frame);
  const navigate = useNavigate();
  const hrefFor = (wanted: number) => path + (wanted > 1 ? `?page=${wanted}` : '');
  if (list.data.length === 0) {
    return (
      <>
        <PageStatus code={404} />
        <EmptyState
          level={2}
          title={words('pages.missing', { page })}
          text={pastEnd}
          action={<Link to={path}>{words('pages.first')}</Link>}
        />
      </>
    );
  }
  return (
    <div className={styles.pages}>
      <Pagination
        current={page}
        last={list.last_page}
        window={5}
        hrefFor={hrefFor}
        onChange={(wanted) => {
          void navigate(hrefFor(wanted));
          window.scrollTo({ top: 0, behavior: 'instant' });
        }}
      />
    </div>
  );
}
