import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pathTo } from '#shared/paths.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import { jobs as jobsWords } from '#shared/words/en/jobs.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words.ts';
import { EmptyList, FailedRead } from '../PageStates.tsx';
import styles from './JobList.module.css';
import { JobRow } from './JobRow.tsx';
import type { OpenJobs } from './queries.ts';

interface JobListProps {
  jobs: UseQueryResult<OpenJobs>;
  now: Date;
  /** True if the list is filtered. */
  filtered: boolean;
  /** The query string for links to a posting, e.g. with the visitor's source. */
  linkQuery?: string;
  /** Link that removes the filters. Shown if the filters match no job. */
  clear?: ReactNode;
  /** Invitation to apply without a job. Shown if no job is listed. */
  invitation?: ReactNode;
}

/** Open jobs in each state of the list: loading, failed, no open jobs, no matching jobs, and rows. */
export function JobList({ jobs, now, filtered, linkQuery = '', clear, invitation }: JobListProps) {
  const words = useWords(jobsWords);
  if (jobs.isPending) return <JobListSkeleton />;
  if (jobs.isError) return <FailedRead title={words('jobs.listFailed')} query={jobs} />;
  const shown = jobs.data.data;
  if (jobs.data.unlisted) {
    return (
      <EmptyList
        seed="no-jobs"
        title={words('jobs.unlisted')}
        text={words('jobs.unlistedText')}
        action={invitation}
      />
    );
  }
  if (shown.length === 0 && filtered) {
    return (
      <EmptyState
        title={words('jobs.noneMatches')}
        text={words('jobs.noneMatchesText')}
        action={
          <>
            {clear}
            {invitation}
          </>
        }
      />
    );
  }
  if (shown.length === 0) {
    return (
      <EmptyList
        seed="no-jobs"
        title={words('jobs.noneOpen')}
        text={words('jobs.noneOpenText')}
        action={invitation}
      />
    );
  }
  return <Rows jobs={shown} now={now} linkQuery={linkQuery} stale={jobs.isPlaceholderData} />;
}

interface RowsProps {
  jobs: readonly ListedJob[];
  now: Date;
  linkQuery: string;
  /** True while the rows are those of the previous filters because the new ones are loading. */
  stale: boolean;
}

function Rows({ jobs, now, linkQuery, stale }: RowsProps) {
  return (
    <ol className={styles.list} aria-busy={stale || undefined}>
      {jobs.map((job) => (
        <li key={job.id}>
          <JobRow job={job} now={now} to={pathTo('careersApplyJob', { jobId: job.id }) + linkQuery} />
        </li>
      ))}
    </ol>
  );
}

function JobListSkeleton() {
  const words = useWords(jobsWords);
  return (
    <div className={styles.list}>
      <VisuallyHidden role="status">{words('jobs.loadingOpen')}</VisuallyHidden>
      {Array.from({ length: 5 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all look the same
        <div key={index} className={styles.skeleton}>
          <Skeleton width="70%" height="1.9em" />
          <Skeleton width="50%" height="1.3em" />
        </div>
      ))}
    </div>
  );
}
