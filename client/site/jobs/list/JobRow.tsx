import { Link } from 'react-router-dom';
import { closingText, daysLeftText, employmentTypeNames, placeText, salaryText } from '#shared/job-words.ts';
import type { ListedJob } from '#shared/schemas/job.ts';
import { ArrowRightIcon } from '../../../ui/icons/icons.tsx';
import { Pattern } from '../../../ui/pattern/Pattern.tsx';
import styles from './JobRow.module.css';

interface JobRowProps {
  job: ListedJob;
  to: string;
  now: Date;
  level?: 2 | 3;
}

/** A job in a list. One link, on the title; it reaches over the whole row. */
export function JobRow({ job, to, now, level = 3 }: JobRowProps) {
  const Heading = `h${level}` as const;
  const salary = salaryText(job);
  const left = daysLeftText(job, now);
  return (
    <article className={styles.row}>
      <div className={styles.art}>
        <Pattern seed={`job-${job.id}`} columns={3} rows={3} />
      </div>
      <div className={styles.what}>
        <Heading className={styles.title} dir="auto">
          <Link className={styles.link} to={to}>
            {job.title}
          </Link>
        </Heading>
        <p className={styles.where} dir="auto">
          <bdi>{job.department}</bdi>
          <span aria-hidden="true"> · </span>
          <bdi>{placeText(job)}</bdi>
        </p>
      </div>
      <div className={styles.terms}>
        <p>{employmentTypeNames[job.employment_type]}</p>
        {salary && <p className={styles.salary}>{salary}</p>}
        <p className={styles.closing} data-soon={left !== undefined || undefined}>
          {left ?? closingText(job, now)}
        </p>
      </div>
      <span className={styles.arrow}>
        <ArrowRightIcon />
      </span>
    </article>
  );
}
