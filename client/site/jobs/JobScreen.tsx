import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { isId, readId } from '#shared/id.ts';
import { formatJobLocation, isOpen } from '#shared/job-labels.ts';
import { jobPostingJsonLd } from '#shared/json-ld/job-posting.ts';
import { hiringCompany } from '#shared/json-ld/organization.ts';
import { messages } from '#shared/messages.ts';
import type { RejectedForm } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import type { Job } from '#shared/schemas/job.ts';
import { shareImagePath } from '#shared/share-image.ts';
import { addressLines } from '#shared/site/contact-links.ts';
import { summaryText, truncate } from '#shared/summary-text.ts';
import { joinParts } from '#shared/text-direction.ts';
import { frame } from '#shared/words/en/frame.ts';
import { jobFacts } from '#shared/words/en/job-facts.ts';
import { jobs as jobsWords } from '#shared/words/en/jobs.ts';
import { isStatus } from '../../api/api-error.ts';
import { hostCallsQuery } from '../../api/host-support.ts';
import { isLeftOut, type PageReads, type Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { useFormReceipt, useRejectedForm } from '../../forms/visitor/page-outcome.ts';
import { ReplyTime } from '../../forms/visitor/VisitorForm.tsx';
import { useSite, useSiteInfo } from '../../site-info.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { Breadcrumbs, JsonLd, PageHead, PageTitle } from '../../ui/PageHead.tsx';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { Posting } from '../../ui/Posting.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { NameText, titleLength, WrittenText } from '../../ui/WrittenText.tsx';
import { asNode, useScript, useWords } from '../../words.ts';
import { FailedPage, MissingPage } from '../PageStates.tsx';
import { Application, useReceipt } from './Application.tsx';
import list from './JobList.module.css';
import { JobList } from './JobList.tsx';
import { JobRow } from './JobRow.tsx';
import styles from './JobScreen.module.css';
import { noFilters, sourceOf, sourceQuery, spontaneousPath } from './job-search-params.ts';
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
  const words = useWords(jobsWords);
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
  const words = useWords(jobsWords);
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
  const words = useWords(jobsWords);
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
  const words = useWords(jobsWords);
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
  const words = useWords(jobsWords);
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

/** Number of other positions that a posting offers. */
const most = 2;

/** Other open positions, below a posting. Renders nothing if there are none or they cannot be read. */
function OtherJobs({ job, now }: { job: Job; now: Date }) {
  const words = useWords(jobsWords);
  const [params] = useSearchParams();
  const others = useOpenJobs(noFilters, 1).data?.data.filter(({ id }) => id !== job.id) ?? [];
  if (others.length === 0) return null;
  return (
    <section className={styles.others} aria-labelledby="also-open">
      <h2 className={styles.othersTitle} id="also-open">
        {words('jobs.alsoOpen')}
      </h2>
      <ul className={list.list}>
        {others.slice(0, most).map((other) => (
          <li key={other.id}>
            <JobRow job={other} now={now} query={sourceQuery(params)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OpenJobProps {
  job: Job;
  /**
   * Time at which the job was read, in milliseconds since 1970. The remaining time is computed from it, so that
   * server and browser show the same.
   */
  readAt: number;
  /** The form that was rejected after a post without scripts, if any. */
  rejected: RejectedForm | undefined;
}

/**
 * The posting and the form below it. A signed-in admin also sees jobs that are hidden from visitors; those have no
 * form.
 */
function OpenJob({ job, readAt, rejected }: OpenJobProps) {
  const words = useWords(jobsWords);
  const [params] = useSearchParams();
  const [now] = useState(() => new Date(readAt));
  const open = isOpen(job, now, useSite().time_zone);
  const application = useReceipt();
  // Not above a receipt.
  const invites = open && !application.receipt;
  return (
    <>
      <JobHead job={job} now={now} />
      {!open && <p className={styles.unseen}>{words('jobs.unseen')}</p>}
      <div className={styles.posting}>
        <Posting
          job={job}
          now={now}
          action={
            invites && (
              <div className={styles.call}>
                <a className={buttonClass({ size: 'large' })} href="#apply">
                  {words('jobs.apply')}
                </a>
                <ReplyTime />
              </div>
            )
          }
        />
        {invites && (
          <p className={styles.dock}>
            <a className={buttonClass({ size: 'large' })} href="#apply">
              {words('jobs.apply')}
            </a>
          </p>
        )}
      </div>
      <PrintFooter path={pathTo('careersApplyJob', { jobId: job.id })} />
      {open && (
        <Application
          title={words('jobs.apply')}
          jobId={job.id}
          source={rejected?.values.source ?? sourceOf(params)}
          action={pathTo('careersApplyJob', { jobId: job.id }) + sourceQuery(params)}
          rejected={rejected}
          aside={<BeforeYouSend job={job} />}
          {...application}
        />
      )}
      {open && <OtherJobs job={job} now={now} />}
    </>
  );
}

/** Shown on paper only: the URL of the posting, and the company's postal address. */
function PrintFooter({ path }: { path: string }) {
  const { site, origin } = useSiteInfo();
  return (
    <footer className={styles.printFooter}>
      <p>{origin + path}</p>
      <p>
        <bdi>{joinParts([site.name, ...addressLines(site.address)])}</bdi> · {site.email}
        {site.phone && ` · ${site.phone}`}
      </p>
    </footer>
  );
}

/**
 * Title, description and structured data for search engines. A job that is not open has no structured data and is not
 * indexed.
 */
function JobHead({ job, now }: { job: Job; now: Date }) {
  const factWords = useWords(jobFacts);
  const words = useWords(jobsWords);
  const info = useSiteInfo();
  const path = pathTo('careersApplyJob', { jobId: job.id });
  const open = isOpen(job, now, info.site.time_zone);
  const posting = () => jobPostingJsonLd(job, hiringCompany(info), { url: info.origin + path, now }) ?? {};
  return (
    <>
      <PageHead
        title={job.title}
        description={truncate(`${formatJobLocation(job, factWords)}. ${summaryText(job.description)}`, 160)}
        path={path}
        image={shareImagePath('job', job.id)}
        type="article"
        noindex={!open}
      />
      {open && <JsonLd data={posting} />}
      <Breadcrumbs
        trail={[
          { name: words('jobs.crumb'), path: pathTo('careersApply') },
          { name: job.title, path },
        ]}
      />
    </>
  );
}

/** Next to the form of a posting: how hiring goes, and where to ask first. */
function BeforeYouSend({ job }: { job: Job }) {
  const script = useScript();
  const words = useWords(jobsWords);
  const { email, pages } = useSite();
  const { steps } = pages.careers;
  return (
    <>
      {steps && (
        <section aria-labelledby="steps">
          <WrittenText as="h3" id="steps">
            {steps.title}
          </WrittenText>
          <ol className="numbered">
            {steps.items.map(({ title, text }) => (
              <li key={title} {...script(title, text)}>
                <strong>{title}</strong>
                {text}
              </li>
            ))}
          </ol>
        </section>
      )}
      <section aria-labelledby="ask">
        <h3 id="ask">{words('jobs.ask')}</h3>
        <p>{words('jobs.askText')}</p>
        <a href={`mailto:${email}?subject=${encodeURIComponent(job.title)}`}>{email}</a>
      </section>
    </>
  );
}
