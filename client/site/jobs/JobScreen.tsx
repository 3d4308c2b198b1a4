import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { isId, readId } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { RejectedForm } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import { frame } from '#shared/words/en/frame.ts';
import { jobs, jobs as jobsWords } from '#shared/words/en/jobs.ts';
import { isStatus } from '../../api/api-error.ts';
import { hostCallsQuery } from '../../api/host-support.ts';
import { isLeftOut, type PageReads, type Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { useFormReceipt, useRejectedForm } from '../../forms/visitor/page-outcome.ts';
import { classNames } from '../../ui/class-names.ts';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { NameText, titleLength } from '../../ui/WrittenText.tsx';
import { asNode, useWords } from '../../words.ts';
import { FailedPage, MissingPage } from '../PageStates.tsx';
import { Application, useReceipt } from './Application.tsx';
import { JobList } from './JobList.tsx';
import styles from './JobScreen.module.css';
import { noFilters, sourceOf, sourceQuery, spontaneousPath } from './job-search-params.ts';
import { OpenJob } from './OpenJob.tsx';
import { openJobsQuery, singleJobQuery, useOpenJobs, useReadAt } from './queries.ts';

export const prefetch: Prefetch = async (reads, { params }) => {
  await Promise.all([reads.side(hostCallsQuery), prefetchJob(reads, params.jobId)]);
};

async function prefetchJob(reads: PageReads, id: string | undefined) {
  if (!isId(id)) return;
  await Promise.all([
    reads.main(singleJobQuery(id)),
    reads.side(formTokenQuery),
    // A posting names other open jobs, and a closed one lists them.
    reads.side(openJobsQuery(noFilters, 1)),
  ]);
}

/** /careers/apply/{jobId}: one posting, and the form for applying. */
export function Component() {
  const words = useWords(jobs);
  const { jobId } = useParams();
  const [params] = useSearchParams();
  return (
    <div className={classNames('page', styles.screen)}>
      <Link className={classNames('onward', styles.back)} to={pathTo('careersApply') + sourceQuery(params)}>
        <ArrowLeftIcon /> {words('jobs.allPositions')}
      </Link>
      {isId(jobId) ? <JobById key={jobId} id={jobId} /> : <NoJob />}
    </div>
  );
}

function JobById({ id }: { id: string }) {
  const words = useWords(jobs);
  const job = useQuery(singleJobQuery(id));
  const rejected = useRejectedForm('application');
  const receipt = useFormReceipt('application');
  if (job.data && !rejected?.closed) {
    return <OpenJob job={job.data} readAt={job.dataUpdatedAt} rejected={rejected} />;
  }
  const isGone = isStatus(job.error, 404, 410);
  // If a form was just sent or was rejected, its receipt or the form is shown, even if the job has closed in the
  // meantime.
  if (rejected || receipt) return <WithoutPosting id={id} rejected={rejected} isGone={isGone} />;
  if (job.isPending) return <JobSkeleton />;
  if (isStatus(job.error, 410)) return <ClosedJob title={titleIn(job.error.data)} />;
  if (isGone) return <NoJob />;
  return <FailedPage page={words('jobs.job')} title={words('jobs.failed')} query={job} />;
}

interface WithoutPostingProps {
  id: string;
  rejected: RejectedForm | undefined;
  /** True if the job does not exist or no longer accepts applications. */
  isGone: boolean;
}

/**
 * The form, or its receipt, without the posting above it. If the job is gone, the form sends an application without a
 * job.
 */
function WithoutPosting({ id, rejected, isGone }: WithoutPostingProps) {
  const words = useWords(jobs);
  const [params] = useSearchParams();
  const closed = isGone || rejected?.closed === true;
  const title = words(closed ? 'jobs.spontaneous' : 'jobs.apply');
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
        {...useReceipt()}
        rejected={rejected && closed ? { ...rejected, closed, text: messages['job.closed'] } : rejected}
      />
    </>
  );
}

/**
 * Returns the job's title from the answer for a closed job. The answer is checked, because an API host may send
 * anything.
 */
function titleIn(data: unknown) {
  const { title } = Object(data);
  return typeof title === 'string' && title !== '' ? title : undefined;
}

function JobSkeleton() {
  const frameWords = useWords(frame);
  const words = useWords(jobs);
  return (
    <div className={styles.skeleton}>
      <PageTitle>{frameWords('state.loading')}</PageTitle>
      <VisuallyHidden role="status">{words('jobs.loadingOne')}</VisuallyHidden>
      <div className={styles.skeletonHead}>
        <Skeleton width="9rem" height="1.6em" />
        <Skeleton width="min(100%, 34rem)" height="clamp(2rem, 5vw, 4.5rem)" />
      </div>
      <div className="stack4">
        {['96%', '100%', '88%', '94%', '60%'].map((width) => (
          <Skeleton key={width} width={width} height="1.2em" />
        ))}
      </div>
      <Skeleton height="22rem" />
    </div>
  );
}

function NoJob() {
  const words = useWords(jobs);
  const [params] = useSearchParams();
  return (
    <MissingPage
      page={words('jobs.notFoundPage')}
      seed="no-job"
      title={words('jobs.notFound')}
      text={words('jobs.notFoundText')}
      action={
        <>
          <Link to={pathTo('careersApply')}>{words('jobs.allOpen')}</Link>
          <Link to={spontaneousPath(params)}>{words('jobs.spontaneous')}</Link>
        </>
      }
    />
  );
}

/** Shown for a job that no longer accepts applications, with a list of open jobs. */
function ClosedJob({ title }: { title: string | undefined }) {
  const words = useWords(jobsWords);
  const [params] = useSearchParams();
  const jobs = useOpenJobs(noFilters, 1);
  const now = useReadAt(jobs);
  const invitation = <Link to={spontaneousPath(params)}>{words('jobs.spontaneous')}</Link>;
  return (
    <>
      <PageTitle>{title ? words('jobs.closedPage', { title }) : words('jobs.closedPageUnnamed')}</PageTitle>
      <PageStatus code={410} />
      <header className={styles.closedHead}>
        <h1 className="quietTitle" {...titleLength(title ?? '')}>
          {title
            ? asNode(words.parts('jobs.closed', { title: () => <NameText>{title}</NameText> }))
            : words('jobs.closedUnnamed')}
        </h1>
        <div className={styles.closedText}>
          <p>{words('jobs.closedText')}</p>
          <p>{invitation}</p>
        </div>
      </header>
      {!isLeftOut(jobs) && (
        <section className={styles.others} aria-labelledby="others">
          <h2 className={styles.othersTitle} id="others">
            {words('jobs.openNow')}
          </h2>
          <JobList
            jobs={jobs}
            now={now}
            filtered={false}
            linkQuery={sourceQuery(params)}
            invitation={invitation}
          />
        </section>
      )}
    </>
  );
}
