import { Link } from 'react-router-dom';
import {
  formatClosing,
  formatDaysLeft,
  formatEmployment,
  formatJobLocation,
  formatPublicSalary,
} from '#shared/job-labels.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import { jobFacts } from '#shared/words/en/job-facts.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import { NameText } from '../../ui/NameText.tsx';
import { NoBreakHyphens } from '../../ui/NoBreakHyphens.tsx';
import { TitleText } from '../../ui/TitleText.tsx';
import { titleLength } from '../../ui/title-length.ts';
import { useScript, useWords } from '../../words.ts';
import styles from './JobRow.module.css';

interface JobRowProps {
  job: ListedJob;
  to: string;
  now: Date;
  level?: 2 | 3;
}

/** A job in a list. Its one link is on the title and covers the whole row. */
export function JobRow({ job, to, now, level = 3 }: JobRowProps) {
  const script = useScript();
  const words = useWords(jobFacts);
  const Heading = `h${level}` as const;
  const salary = formatPublicSalary(job, words);
  const employment = formatEmployment(job, words);
  const { time_zone: zone } = useSite();
  const left = formatDaysLeft(job, now, zone, words);
  return (
    <article className={classNames('answers overlined', styles.row)}>
      <div className="stack2" dir={script(job.title, job.department).dir}>
        <Heading
          className={classNames('rowTitle', styles.title)}
          {...titleLength(job.title)}
          lang={script(job.title).lang}
        >
          <Link className={classNames('covers', styles.link)} to={to}>
            <TitleText>{job.title}</TitleText>
          </Link>
        </Heading>
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
