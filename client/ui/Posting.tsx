import type { ReactNode } from 'react';
import { formatDay } from '#shared/dates.ts';
import {
  formatDaysLeft,
  formatEmployment,
  formatJobLocation,
  formatLastDay,
  formatPublicSalary,
  isOver,
  type JobLocation,
  type JobSalary,
} from '#shared/job-labels.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import type { Job } from '#shared/schemas/job.ts';
import { summaryText } from '#shared/summary-text.ts';
import { jobFacts } from '#shared/words/en/job-facts.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import { useSite } from '../site-info.ts';
import { useScript, useWords } from '../words.ts';
import styles from './Posting.module.css';
import { RichText } from './rich-text/RichText.tsx';
import { NoBreakHyphens, TitleHeading } from './WrittenText.tsx';

/** The fields of a job that a posting shows. A form that is being filled in also has these fields. */
type PostedJob = JobLocation &
  JobSalary &
  Pick<
    Job,
    | 'title'
    | 'department'
    | 'employment_type'
    | 'description'
    | 'show_salary'
    | 'openings'
    | 'posted_at'
    | 'closes_at'
  >;

interface PostingProps {
  job: PostedJob;
  /** Current time, from which texts such as "Closes today" are computed. */
  now: Date;
  /** Heading level of the title. */
  level?: 1 | 2 | 3;
  /** The action offered to the reader, next to the facts. */
  action?: ReactNode;
}

/**
 * A job as visitors read it: title, facts and description. Its layout depends on the width of the containing element,
 * so that the page and the preview next to a form look the same. The description must be sanitised, or written by the
 * person who views it.
 */
export function Posting({ job, now, level = 1, action }: PostingProps) {
  const script = useScript();
  const { dir } = script(job.title, summaryText(job.description, 400));
  const { language } = useWords(jobFacts);
  return (
    <article className={styles.place} dir={dir}>
      <div className={styles.posting}>
        <header className="stack3 begins">
          {job.department && (
            <p className={styles.department} lang={script(job.department).lang}>
              {job.department}
            </p>
          )}
          <TitleHeading level={level} className={styles.title} title={job.title} />
        </header>
        {/* Facts and action are in the language of the page, not of the posting. */}
        <div className={styles.side} dir={dir && directionOfLanguage(language)}>
          <Facts job={job} now={now} />
          {action}
        </div>
        {!isEmptyRichText(job.description) && <RichText className={styles.body} html={job.description} />}
      </div>
    </article>
  );
}

function Facts({ job, now }: PostingProps) {
  const script = useScript();
  const words = useWords(jobFacts);
  const { time_zone: zone } = useSite();
  const left = formatDaysLeft(job, now, zone, words);
  const facts: [string, string | undefined, string?][] = [
    [words('fact.place'), formatJobLocation(job, words)],
    [words('fact.employment'), formatEmployment(job, words)],
    [words('fact.pay'), formatPublicSalary(job, words)],
    [words('fact.openings'), job.openings > 1 ? String(job.openings) : undefined],
    [
      words(isOver(job, now, zone) ? 'fact.isClosed' : 'fact.openUntil'),
      formatLastDay(job, now, zone, words),
      left,
    ],
    [words('fact.posted'), formatDay(job.posted_at, words.language)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, text, note]) =>
          text && (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>
                <bdi lang={script(text).lang}>
                  <NoBreakHyphens>{text}</NoBreakHyphens>
                </bdi>
                {note && <span className={styles.note}>{note}</span>}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
