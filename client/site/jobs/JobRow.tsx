import { Link } from 'react-router-dom';
import {
  formatClosing,
  formatDaysLeft,
  formatEmployment,
  formatJobLocation,
  formatPublicSalary,
} from '#shared/job-labels.ts';
import { pathTo } from '#shared/paths.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import { jobFacts } from '#shared/words/en/job-facts.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import { NameText, NoBreakHyphens, TitleHeading } from '../../ui/WrittenText.tsx';
import { useScript, useWords } from '../../words.ts';
import styles from './JobRow.module.css';

interface JobRowProps {
  job: ListedJob;
  /** The query string of the link. */
  query?: string;
  now: Date;
}

/** A job in a list. Its one link is on the title and covers the whole row. */
export function JobRow({ job, query = '', now }: JobRowProps) {
  const script = useScript();
  const words = useWords(jobFacts);
  const salary = formatPublicSalary(job, words);
  const employment = formatEmployment(job, words);
  const { time_zone: zone } = useSite();
  const left = formatDaysLeft(job, now, zone, words);
  return (
    <article className={classNames('answers overlined', styles.row)}>
      <div className="stack2" dir={script(job.title, job.department).dir}>
        <TitleHeading level={3} className="rowTitle" title={job.title}>
          {(title) => (
            <Link
              className={classNames('covers', styles.link)}
              to={pathTo('careersApplyJob', { jobId: job.id }) + query}
            >
              {title}
            </Link>
          )}
        </TitleHeading>
        <p className={styles.where}>
          {job.department && (
            <>
              <NameText>{job.department}</NameText> <span aria-hidden="true">·</span>{' '}
            </>
          )}
          <bdi lang={script(formatJobLocation(job, words)).lang}>
            <NoBreakHyphens>{formatJobLocation(job, words)}</NoBreakHyphens>
          </bdi>
        </p>
      </div>
      <div className={styles.terms}>
        {employment && (
          <p>
            <NoBreakHyphens>{employment}</NoBreakHyphens>
          </p>
        )}
        {salary && <p className={styles.salary}>{salary}</p>}
        <p className={styles.closing} data-soon={left !== undefined || undefined}>
          {left ?? formatClosing(job, now, zone, words)}
        </p>
      </div>
      <span className={classNames('leads', styles.arrow)}>
        <ArrowRightIcon />
      </span>
    </article>
  );
}
