import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isOpen } from '#shared/job-labels.ts';
import type { RejectedForm } from '#shared/page-forms.ts';
import { pathTo } from '#shared/paths.ts';
import type { Job } from '#shared/schemas/job.ts';
import { addressLines } from '#shared/site/contact-links.ts';
import { joinParts } from '#shared/text-direction.ts';
import { useSiteInfo } from '../../../site-info.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import layout from '../../../ui/layout/layout.module.css';
import { Pattern } from '../../../ui/Pattern.tsx';
import { Posting } from '../../../ui/Posting.tsx';
import { Application } from '../apply/Application.tsx';
import { sourceOf, sourceQuery } from '../apply/source.ts';
import { JobHead } from './JobHead.tsx';
import styles from './OpenJob.module.css';

interface OpenJobProps {
  job: Job;
  /** When the job was read, in milliseconds since 1970: server and browser say the same of how long is left. */
  asOf: number;
  /** The form as it came back from its post. */
  rejected: RejectedForm | undefined;
}

/** The posting and, below it, the form. Somebody with a session sees jobs that visitors do not: those have no form. */
export function OpenJob({ job, asOf, rejected }: OpenJobProps) {
  const [params] = useSearchParams();
  const [now] = useState(() => new Date(asOf));
  const open = isOpen(job, now);
  return (
    <>
      <JobHead job={job} now={now} />
      <Pattern
        className={classNames(layout.bleed, styles.art)}
        seed={`job-${job.id}`}
        columns={16}
        rows={3}
      />
      {!open && (
        <p className={styles.unseen}>
          You can see this because you are signed in. While the job is not open, visitors can’t see it and
          nobody can apply.
        </p>
      )}
      <Posting
        job={job}
        now={now}
        action={
          open && (
            <a className={classNames(buttonClass({ size: 'large' }), styles.call)} href="#apply">
              Apply for this job
            </a>
          )
        }
      />
      <OnPaper path={pathTo('careersApplyJob', { jobId: job.id })} />
      {open && (
        <Application
          title="Apply for this job"
          jobId={job.id}
          source={rejected?.values.source ?? sourceOf(params)}
          action={pathTo('careersApplyJob', { jobId: job.id }) + sourceQuery(params)}
          rejected={rejected}
        />
      )}
    </>
  );
}

/** What a printed posting says of itself: where it stands, and where the studio is. */
function OnPaper({ path }: { path: string }) {
  const { site, origin } = useSiteInfo();
  return (
    <footer className={styles.paper}>
      <p>{origin + path}</p>
      <p>
        {site.name}, <bdi>{joinParts(addressLines(site.address))}</bdi> · {site.email} · {site.phone}
      </p>
    </footer>
  );
}
