import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { IfSupported } from '../shared/IfSupported.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { useSchedules } from '../shared/publish/schedule-calls.ts';
import styles from './JobList.module.css';
import { type JobActions, JobRow } from './JobRow.tsx';
import type { JobFilters } from './job-search-params.ts';
import { refreshJobs, useJobs } from './queries.ts';

interface JobListProps extends JobActions {
  filters: JobFilters;
  busyId: Id | undefined;
  showPage: (page: number, how?: { replace: boolean }) => void;
  onClear: () => void;
  onAdd: () => void;
}

/** The list in each of its states: loading, failed, empty, nothing found, and rows with pagination. */
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
      empty={<NoJobs filtered={filtered} onClear={onClear} onAdd={onAdd} />}
      announce={({ total }) => countText(total, filtered)}
    >
      {({ data }, stale) => <JobTable jobs={data} stale={stale} busyId={busyId} {...actions} />}
    </PagedList>
  );
}

function NoJobs({
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
        <IfSupported call="addJob">
          <Button onClick={onAdd}>
            <PlusIcon /> Post the first job
          </Button>
        </IfSupported>
      }
    />
  );
}

/** Returns the number of jobs as text; '' if the host does not send the total. */
function countText(total: number | undefined, filtered: boolean): string {
  if (total === undefined) return '';
  const jobs = total === 1 ? '1 job' : `${total} jobs`;
  return filtered ? `${jobs} found` : jobs;
}

interface JobTableProps extends JobActions {
  jobs: readonly ListedJob[];
  /** True while the previous rows stay on the screen because other filters or another page are loading. */
  stale: boolean;
  /** Id of the job that is being changed or deleted. */
  busyId: Id | undefined;
}

/** The jobs of one page, with their actions. */
function JobTable({ jobs, stale, busyId, ...actions }: JobTableProps) {
  const [now] = useState(() => new Date());
  const queries = useQueryClient();
  const { data: schedules } = useSchedules('job', () => refreshJobs(queries));
  return (
    <JobFrame busy={stale}>
      {jobs.map((job) => (
        <JobRow
          key={job.id}
          job={job}
          now={now}
          busy={job.id === busyId}
          schedule={schedules?.find(({ row_id: id }) => id === job.id)}
          {...actions}
        />
      ))}
    </JobFrame>
  );
}

/** The table around rows or placeholder rows. On small screens each row is a card. */
function JobFrame({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className={styles.frame} data-busy={busy || undefined}>
      <Table label="Jobs" aria-busy={busy || undefined} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Status</th>
            <th scope="col">Applicants</th>
            <th scope="col">Closes</th>
            <th scope="col" className={styles.actionsHead}>
              Actions
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Table>
    </div>
  );
}

/** Placeholder rows, as high as real ones. */
function JobTableSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading the jobs…</VisuallyHidden>
      <JobFrame busy>
        {['46%', '62%', '38%', '54%', '49%', '58%'].map((width) => (
          <tr key={width}>
            <td className={styles.job}>
              <span className={classNames(layout.clampedName, styles.title)}>
                <Skeleton width={width} />
              </span>
              <span className={styles.facts}>
                <Skeleton width="14rem" />
              </span>
            </td>
            <td className={styles.status}>
              <Skeleton width="5rem" height="1.5rem" />
            </td>
            <td className={styles.applicants}>
              <Skeleton width="6rem" />
            </td>
            <td className={styles.closes}>
              <Skeleton width="7rem" />
            </td>
            <td className={styles.actions}>
              <Skeleton width="2.5rem" height="2.5rem" />
            </td>
          </tr>
        ))}
      </JobFrame>
    </>
  );
}
