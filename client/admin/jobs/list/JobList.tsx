import { useEffect, useEffectEvent } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/empty-state/EmptyState.tsx';
import { PlusIcon } from '../../../ui/icons/icons.tsx';
import { Pagination } from '../../../ui/pagination/Pagination.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden/VisuallyHidden.tsx';
import { ListFailed } from '../../shared/ListFailed.tsx';
import type { JobFilters } from '../filters/job-filters.ts';
import { useJobs } from '../queries/jobs.ts';
import styles from './JobList.module.css';
import { JobTable } from './JobTable.tsx';
import { JobTableSkeleton } from './JobTableSkeleton.tsx';
import type { JobActions } from './job-actions.ts';

interface JobListProps extends JobActions {
  filters: JobFilters;
  busyId: number | undefined;
  showPage: (page: number, how?: { replace: boolean }) => void;
  onClear: () => void;
  onAdd: () => void;
}

/** The list in each of its states: loading, failed, empty, nothing found, and rows with their pages. */
export function JobList({ filters, busyId, showPage, onClear, onAdd, ...actions }: JobListProps) {
  const { data: list, error, isPlaceholderData, isFetching, refetch } = useJobs(filters);
  const filtered = filters.status !== undefined || filters.search !== '';
  const lastPage = Math.max(1, list?.last_page ?? 1);
  const beyond = list && !isPlaceholderData && list.data.length === 0 && filters.page > lastPage;
  const showLastPage = useEffectEvent(() => showPage(lastPage, { replace: true }));
  useEffect(() => {
    if (beyond) showLastPage();
  }, [beyond]);

  if (error && (!list || isPlaceholderData)) {
    return <ListFailed what="jobs" error={error} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!list || beyond) return <JobTableSkeleton />;
  return (
    <div className={styles.list}>
      <VisuallyHidden role="status">
        {isPlaceholderData ? '' : countText(list.total, filtered)}
      </VisuallyHidden>
      {list.data.length === 0 ? (
        <Nothing filtered={filtered} onClear={onClear} onAdd={onAdd} />
      ) : (
        <JobTable jobs={list.data} stale={isPlaceholderData} busyId={busyId} {...actions} />
      )}
      <Pagination
        current={filters.page}
        last={list.last_page}
        onChange={showPage}
        window={5}
        label="Pages of jobs"
      />
    </div>
  );
}

function Nothing({
  filtered,
  onClear,
  onAdd,
}: Pick<JobListProps, 'onClear' | 'onAdd'> & { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState
        title="No job matches"
        text="Try another status or fewer words. The search covers title, department and location."
        action={
          <Button variant="quiet" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title="No jobs yet"
      text="A job starts as a draft that only admins can see. Once published, it appears on the careers page and accepts applications."
      action={
        <Button onClick={onAdd}>
          <PlusIcon /> Post the first job
        </Button>
      }
    />
  );
}

/** A host may not count. */
function countText(total: number | undefined, filtered: boolean): string {
  if (total === undefined) return '';
  const jobs = total === 1 ? '1 job' : `${total} jobs`;
  return filtered ? `${jobs} found` : jobs;
}
