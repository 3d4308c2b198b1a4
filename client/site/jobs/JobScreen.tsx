import { Link, useParams, useSearchParams } from 'react-router-dom';
import { isId, readId } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { RejectedForm } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { hostCallsQuery } from '../../api/host-calls.ts';
import type { PageReads, Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { useFormReceipt, useRejectedForm } from '../../forms/visitor/page-outcome.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Application } from './apply/Application.tsx';
import { sourceOf, sourceQuery } from './apply/source.ts';
import { spontaneousPath } from './apply/spontaneous.ts';
import styles from './JobScreen.module.css';
import { noFilters } from './list/job-filters.ts';
import { openJobsQuery } from './open-jobs.ts';
import { ClosedJob } from './posting/ClosedJob.tsx';
import { LoadingJob } from './posting/LoadingJob.tsx';
import { NoJob } from './posting/NoJob.tsx';
import { OpenJob } from './posting/OpenJob.tsx';
import { singleJobQuery, useSingleJob } from './single-job.ts';

export const prefetch: Prefetch = async (reads, { params }) => {
  await Promise.all([reads.side(hostCallsQuery), prefetchJob(reads, params.jobId)]);
};

async function prefetchJob(reads: PageReads, id: string | undefined): Promise<void> {
  if (!isId(id)) return;
  const query = singleJobQuery(id);
  await Promise.all([reads.main(query), reads.side(formTokenQuery)]);
  // Whoever comes for a job that is over is shown what is open instead.
  if (isClosed(reads.client.getQueryState(query.queryKey)?.error)) {
    await reads.side(openJobsQuery(noFilters, 1));
  }
}

/** /careers/apply/{jobId}: one posting, and the form to apply for it. */
export function Component() {
  const { jobId } = useParams();
  const [params] = useSearchParams();
  return (
    <div className={classNames(layout.page, styles.screen)}>
      <Link
        className={classNames(layout.onward, styles.back)}
        to={pathTo('careersApply') + sourceQuery(params)}
      >
        <ArrowLeftIcon /> All positions
      </Link>
      {isId(jobId) ? <OneJob key={jobId} id={jobId} /> : <NoJob />}
    </div>
  );
}

function OneJob({ id }: { id: string }) {
  const job = useSingleJob(id);
  const rejected = useRejectedForm('application');
  const receipt = useFormReceipt('application');
  if (job.data && !rejected?.closed) {
    return <OpenJob job={job.data} asOf={job.dataUpdatedAt} rejected={rejected} />;
  }
  const isGone = isClosed(job.error) || (job.error instanceof ApiError && job.error.status === 404);
  // What somebody has just sent, or is about to send again, is theirs whatever became of the job meanwhile.
  if (rejected || receipt) return <WithoutPosting id={id} rejected={rejected} isGone={isGone} />;
  if (job.isPending) return <LoadingJob />;
  if (isClosed(job.error)) {
    return <ClosedJob title={titleIn(job.error.data)} />;
  }
  if (isGone) return <NoJob />;
  return (
    <>
      <PageTitle>Job</PageTitle>
      <PageStatus code={503} />
      <ErrorState
        level={1}
        title="We can’t show this position right now"
        text={translateError(job.error).message}
        onRetry={() => void job.refetch()}
        busy={job.isFetching}
      />
    </>
  );
}

interface WithoutPostingProps {
  id: string;
  rejected: RejectedForm | undefined;
  /** The job takes no applications any more. */
  isGone: boolean;
}

/** The form, or its receipt, where the posting cannot stand above it. Of a job that is gone it is the form without one. */
function WithoutPosting({ id, rejected, isGone }: WithoutPostingProps) {
  const [params] = useSearchParams();
  const closed = isGone || rejected?.closed === true;
  const title = closed ? 'Apply without a position' : 'Apply for this job';
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Application
        level={1}
        title={title}
        jobId={closed ? undefined : readId(id)}
        source={rejected?.values.source ?? sourceOf(params)}
        action={
          closed ? spontaneousPath(params) : pathTo('careersApplyJob', { jobId: id }) + sourceQuery(params)
        }
        rejected={rejected && closed ? { ...rejected, closed, text: messages['job.closed'] } : rejected}
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
