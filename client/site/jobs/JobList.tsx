import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { jobs as jobsWords } from '#shared/words/en/jobs.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../words.ts';
import { EmptyList, FailedRead, LoadingList } from '../PageStates.tsx';
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
  const { data, unlisted } = jobs.data;
  if (data.length === 0 && filtered && !unlisted) {
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
  if (data.length === 0 || unlisted) {
    const kind = unlisted ? 'unlisted' : 'noneOpen';
    return (
      <EmptyList
        seed="no-jobs"
        title={words(`jobs.${kind}`)}
        text={words(`jobs.${kind}Text`)}
        action={invitation}
      />
    );
  }
  return (
    // Busy while the rows are those of the previous filters because the new ones are loading.
    <ol className={styles.list} aria-busy={jobs.isPlaceholderData || undefined}>
      {data.map((job) => (
        <li key={job.id}>
          <JobRow job={job} now={now} query={linkQuery} />
        </li>
      ))}
    </ol>
  );
}

function JobListSkeleton() {
  const words = useWords(jobsWords);
  return (
    <LoadingList className={styles.list} label={words('jobs.loadingOpen')} count={5}>
      {() => (
        <div className={styles.skeleton}>
          <Skeleton width="70%" height="1.9em" />
          <Skeleton width="50%" height="1.3em" />
        </div>
      )}
    </LoadingList>
  );
}
