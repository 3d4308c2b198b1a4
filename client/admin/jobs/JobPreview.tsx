import { type MouseEvent, memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { job } from '#shared/entities/job.ts';
import type { PostingJob } from '#shared/json-ld/job-posting.ts';
import { pathTo } from '#shared/paths.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import type { Job, JobInput } from '#shared/schemas/job.ts';
import { readDraft } from '#shared/schemas/preview.ts';
import { jobFacts } from '#shared/words/en/job-facts.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import { useSite } from '../../site-info.ts';
import { type PostedJob, Posting } from '../../ui/Posting.tsx';
import { LanguageContext, useWordsIn } from '../../words.ts';
import { SearchSnippet } from '../shared/SearchSnippet.tsx';
import { type JobValues, wireOf } from './job-form.ts';

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
        <SearchPreview job={job} waiting={values.status !== 'open'} />
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

/** The posting as a search result. `waiting` is true if the posting would not be public. */
function SearchPreview({ job, waiting }: { job: PostingJob; waiting: boolean }) {
  const url = `${window.location.origin}${pathTo('careersApplyJob', { jobId: job.id || 'new' })}`;
  const summary = useMemo(() => plainText(job.description), [job.description]);
  return (
    <div className="stack5">
      {waiting && <p className="marked">Search engines read this once the job is open.</p>}
      <SearchSnippet title={job.title.trim() || 'Job title'} text={summary} url={url} />
    </div>
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

/** Returns the job as visitors would read it if the form were saved now with the status "open". */
function previewJob(values: JobValues, stored: Job | undefined, now: Date): PostingJob & PostedJob {
  const draft = readDraft(job.fields, wireOf(values)) as JobInput;
  return {
    ...draft,
    id: stored?.id ?? 0,
    status: 'open',
    posted_at: stored?.posted_at ?? now.toISOString(),
  };
}
