import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { frame } from '#shared/words/en/frame.ts';
import { translateError } from '../api/api-error.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
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
