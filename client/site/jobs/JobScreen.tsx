import { Link, useParams, useSearchParams } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { ErrorState } from '../../ui/error-state/ErrorState.tsx';
import { ArrowLeftIcon } from '../../ui/icons/icons.tsx';
import { PageStatus } from '../../ui/page-status/PageStatus.tsx';
import { PageTitle } from '../../ui/page-title/PageTitle.tsx';
import { sourceQuery } from './apply/source.ts';
import styles from './JobScreen.module.css';
import { noFilters } from './list/job-filters.ts';
import { ClosedJob } from './posting/ClosedJob.tsx';
import { LoadingJob } from './posting/LoadingJob.tsx';
import { NoJob } from './posting/NoJob.tsx';
import { OpenJob } from './posting/OpenJob.tsx';
import { openJobsQuery } from './queries/open-jobs.ts';
import { singleJobQuery, useSingleJob } from './queries/single-job.ts';

export const prefetch: Prefetch = async (reads, { params }) => {
  if (!isJobId(params.jobId)) return;
  const query = singleJobQuery(params.jobId);
  await reads.main(query);
  // Whoever comes for a job that is over is shown what is open instead.
  if (isClosed(reads.client.getQueryState(query.queryKey)?.error)) {
    await reads.side(openJobsQuery(noFilters, 1));
  }
};

/** /careers/apply/{jobId}: one posting, and the form to apply for it. */
export function Component() {
  const { jobId } = useParams();
  const [params] = useSearchParams();
  return (
    <div className={styles.screen}>
      <Link className={styles.back} to={pathTo('careersApply') + sourceQuery(params)}>
        <ArrowLeftIcon /> All positions
      </Link>
      {isJobId(jobId) ? <OneJob key={jobId} id={jobId} /> : <NoJob />}
    </div>
  );
}

function OneJob({ id }: { id: string }) {
  const job = useSingleJob(id);
  if (job.data) return <OpenJob job={job.data} asOf={job.dataUpdatedAt} />;
  if (job.isPending) return <LoadingJob />;
  if (isClosed(job.error)) {
    return <ClosedJob title={titleIn(job.error.data)} />;
  }
  if (job.error instanceof ApiError && job.error.status === 404) return <NoJob />;
  return (
    <>
      <PageTitle>Job</PageTitle>
      <PageStatus code={503} />
      <ErrorState
        level={1}
        title="This position cannot be shown right now"
        text={translateError(job.error).message}
        onRetry={() => void job.refetch()}
        busy={job.isFetching}
      />
    </>
  );
}

function isClosed(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 410;
}

/** What the answer for a closed job brings besides; a host of its own making may send anything. */
function titleIn(data: unknown): string | undefined {
  const { title } = (typeof data === 'object' && data !== null ? data : {}) as { title?: unknown };
  return typeof title === 'string' && title !== '' ? title : undefined;
}

/** Ids are positive whole numbers (shared/contract/match.ts); nothing else is worth a call. */
function isJobId(id: string | undefined): id is string {
  return /^[1-9]\d{0,14}$/.test(id ?? '');
}
