import { type MouseEvent, memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { PostingJob } from '#shared/json-ld/job-posting.ts';
import { pathTo } from '#shared/paths.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import type { Job } from '#shared/schemas/job.ts';
import { jobFacts } from '#shared/words/en/job-facts.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import { useSite } from '../../site-info.ts';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import { Posting } from '../../ui/Posting.tsx';
import { LanguageContext, useWordsIn } from '../../words.ts';
import { SearchSnippet } from '../shared/SearchSnippet.tsx';
import styles from './JobPreview.module.css';
import type { JobValues } from './job-form.ts';
import { previewJob } from './preview-job.ts';
import { type Advice, searchAdvice } from './search-advice.ts';

export type PreviewKind = 'posting' | 'search';

interface PreviewProps {
  values: JobValues;
  stored: Job | undefined;
  kind: PreviewKind;
}

/**
 * The posting that the form would create, as visitors or search engines would read it. Rendered with low priority, so
 * that typing is not delayed: an unfinished preview is dropped when the next letter is typed.
 */
export default function JobPreview({
  control,
  ...props
}: Omit<PreviewProps, 'values'> & { control: Control<JobValues> }) {
  return <Preview {...props} values={useDeferredValue(useWatch({ control }))} />;
}

const Preview = memo(({ values, stored, kind }: PreviewProps) => {
  const [now] = useState(() => new Date());
  const job = useMemo(() => previewJob(values, stored, now), [values, stored, now]);
  return (
    <div onClickCapture={ignoreLinks}>
      {kind === 'posting' ? (
        <InSiteLanguage>
          <Posting job={{ ...job, title: job.title.trim() || 'Job title' }} now={now} level={3} />
        </InSiteLanguage>
      ) : (
        <SearchPreview job={job} now={now} waiting={values.status !== 'open'} />
      )}
    </div>
  );
});
Preview.displayName = 'Preview';

/** Shows a part of the desk, which is English, in the language that visitors read. */
function InSiteLanguage({ children }: { children: ReactNode }) {
  const { language } = useWordsIn(useSite().language, jobFacts);
  return (
    <LanguageContext value={language}>
      <div dir={directionOfLanguage(language)} lang={language}>
        {children}
      </div>
    </LanguageContext>
  );
}

/** Stops clicks on the description's links, because following a link would leave the form. */
function ignoreLinks(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
}

/**
 * The posting as search engines would read it: a result, and the fields that are missing. `waiting` is true if the
 * posting would not be public.
 */
function SearchPreview({ job, now, waiting }: { job: PostingJob; now: Date; waiting: boolean }) {
  const { address, time_zone: zone } = useSite();
  const country = address?.country;
  const url = `${window.location.origin}${pathTo('careersApplyJob', { jobId: job.id || 'new' })}`;
  const summary = useMemo(() => plainText(job.description), [job.description]);
  const advice = useMemo(() => searchAdvice(job, { country, zone }, now), [job, now, country, zone]);
  return (
    <div className={styles.search}>
      {waiting && <p className={styles.waiting}>Search engines read this once the job is open.</p>}
      <SearchSnippet title={job.title.trim() || 'Job title'} text={summary} url={url} />
      <AdviceList advice={advice} />
    </div>
  );
}

function AdviceList({ advice }: { advice: Advice[] }) {
  const missing = advice.filter(({ weight }) => weight === 'missing');
  const better = advice.filter(({ weight }) => weight === 'better');
  if (advice.length === 0) {
    return (
      <p className={styles.complete}>
        <CheckIcon /> It has everything that Google asks for.
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

/**
 * Returns the text of the summary. The summary has no tags, but HTML entities. They are converted to characters by
 * parsing the summary as a document; scripts of such a document do not run.
 */
function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(richTextSummary(html), 'text/html');
  return body.textContent?.trim() ?? '';
}
