import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatJobLocation, isOpen } from '#shared/job-labels.ts';
import { jobPostingJsonLd } from '#shared/json-ld/job-posting.ts';
import { hiringCompany } from '#shared/json-ld/organization.ts';
import type { RejectedForm } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import type { Job } from '#shared/schemas/job.ts';
import { shareImagePath } from '#shared/share-image.ts';
import { addressLines } from '#shared/site/contact-links.ts';
import { summaryText, truncate } from '#shared/summary-text.ts';
import { joinParts } from '#shared/text-direction.ts';
import { jobFacts } from '#shared/words/en/job-facts.ts';
import { jobs, jobs as jobsWords } from '#shared/words/en/jobs.ts';
import { ReplyTime } from '../../forms/visitor/VisitorForm.tsx';
import { useSite, useSiteInfo } from '../../site-info.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Breadcrumbs, JsonLd, PageHead } from '../../ui/PageHead.tsx';
import { Posting } from '../../ui/Posting.tsx';
import { WrittenText } from '../../ui/WrittenText.tsx';
import { useScript, useWords } from '../../words.ts';
import { Application, useReceipt } from './Application.tsx';
import list from './JobList.module.css';
import { JobRow } from './JobRow.tsx';
import styles from './JobScreen.module.css';
import { noFilters, sourceOf, sourceQuery } from './job-search-params.ts';
import { useOpenJobs } from './queries.ts';

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
export function OpenJob({ job, readAt, rejected }: OpenJobProps) {
  const words = useWords(jobs);
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
  const words = useWords(jobs);
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
