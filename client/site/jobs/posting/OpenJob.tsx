import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isOpen } from '#shared/job-words.ts';
import type { Job } from '#shared/schemas/job.ts';
import { Pattern } from '../../../ui/pattern/Pattern.tsx';
import { Posting } from '../../../ui/posting/Posting.tsx';
import { Application } from '../apply/Application.tsx';
import { sourceOf } from '../apply/source.ts';
import { JobHead } from './JobHead.tsx';
import styles from './OpenJob.module.css';

interface OpenJobProps {
  job: Job;
  /** When the job was read, in milliseconds since 1970: server and browser say the same of how long is left. */
  asOf: number;
}

/** The posting and, below it, the form. Somebody with a session sees jobs that visitors do not: those have no form. */
export function OpenJob({ job, asOf }: OpenJobProps) {
  const [params] = useSearchParams();
  const [now] = useState(() => new Date(asOf));
  const open = isOpen(job, now);
  return (
    <>
      <JobHead job={job} now={now} />
      <Pattern className={styles.art} seed={`job-${job.id}`} columns={16} rows={3} />
      {!open && (
        <p className={styles.unseen}>
          You see this because you are signed in: visitors do not, and nobody can apply, while the job is not
          open.
        </p>
      )}
      <Posting
        job={job}
        now={now}
        action={
          open && (
            <a className={styles.call} href="#apply">
              Apply for this job
            </a>
          )
        }
      />
      {open && <Application title="Apply for this job" jobId={job.id} source={sourceOf(params)} />}
    </>
  );
}
