import { useMemo } from 'react';
import { jobPostingJsonLd, type PostingJob } from '#shared/json-ld/job-posting.ts';
import { pathTo } from '#shared/paths.ts';
import { useSite } from '../../../site-info.ts';
import { AlertIcon, CheckIcon } from '../../../ui/icons.tsx';
import styles from './SearchPreview.module.css';
import { SearchSnippet } from './SearchSnippet.tsx';
import { type Advice, searchAdvice } from './search-advice.ts';
import { searchReading } from './search-reading.ts';

interface SearchPreviewProps {
  job: PostingJob;
  now: Date;
  /** The job is not open as the form stands: nobody reads this yet. */
  waiting: boolean;
}

/** What search engines would make of the posting: a result, the fields that they read, and what they miss. */
export function SearchPreview({ job, now, waiting }: SearchPreviewProps) {
  const { name, address } = useSite();
  const url = `${window.location.origin}${pathTo('careersApplyJob', { jobId: job.id || 'new' })}`;
  const { advice, reading } = useMemo(() => {
    const employer = { name, url: window.location.origin, country: address.country };
    const markup = jobPostingJsonLd(job, employer, { url, now });
    return {
      advice: searchAdvice(job, name, now),
      reading: markup ? searchReading(markup, job) : [],
    };
  }, [job, now, url, name, address.country]);
  return (
    <div className={styles.search}>
      {waiting && <p className={styles.waiting}>Search engines read this once the job is open.</p>}
      <SearchSnippet job={job} url={url} />
      <AdviceList advice={advice} />
      {reading.length > 0 && (
        <section className={styles.part}>
          <h4 className={styles.heading}>What search engines read (schema.org JobPosting)</h4>
          <dl className={styles.reading}>
            {reading.map(({ field, name, text }) => (
              <div key={field} className={styles.row}>
                <dt>
                  {name} <code className={styles.field}>{field}</code>
                </dt>
                <dd dir="auto">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

function AdviceList({ advice }: { advice: Advice[] }) {
  const missing = advice.filter(({ weight }) => weight === 'missing');
  const better = advice.filter(({ weight }) => weight === 'better');
  if (advice.length === 0) {
    return (
      <p className={styles.complete}>
        <CheckIcon /> Everything that Google asks for is here.
      </p>
    );
  }
  return (
    <section className={styles.part}>
      <h4 className={styles.heading}>What is missing</h4>
      <ul className={styles.advice}>
        {[...missing, ...better].map(({ weight, text }) => (
          <li key={text} data-weight={weight}>
            <AlertIcon />
            <span>
              <strong>{weight === 'missing' ? 'Needed: ' : 'Better: '}</strong>
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
