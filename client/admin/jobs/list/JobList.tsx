import type { Id } from '#shared/id.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import type { JobFilters } from '../job-filters.ts';
import { useJobs } from '../jobs.ts';
import { JobTable } from './JobTable.tsx';
import { JobTableSkeleton } from './JobTableSkeleton.tsx';
import type { JobActions } from './job-actions.ts';

interface JobListProps extends JobActions {
  filters: JobFilters;
  busyId: Id | undefined;
  showPage: (page: number, how?: { replace: boolean }) => void;
  onClear: () => void;
  onAdd: () => void;
}

/** The list in each of its states: loading, failed, empty, nothing found, and rows with their pages. */
export function JobList({ filters, busyId, showPage, onClear, onAdd, ...actions }: JobListProps) {
  const filtered = filters.status !== undefined || filters.search !== '';
  return (
    <PagedList
      list={useJobs(filters)}
      what="jobs"
      label="Pages of jobs"
      page={filters.page}
      showPage={showPage}
      window={5}
      skeleton={<JobTableSkeleton />}
      empty={<Nothing filtered={filtered} onClear={onClear} onAdd={onAdd} />}
      announce={({ total }) => countText(total, filtered)}
    >
      {({ data }, stale) => <JobTable jobs={data} stale={stale} busyId={busyId} {...actions} />}
    </PagedList>
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
