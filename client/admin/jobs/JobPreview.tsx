import { type MouseEvent, memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { job as noun } from '#shared/entities/job.ts';
import { pathTo } from '#shared/paths.ts';
import type { Job, JobInput } from '#shared/schemas/job.ts';
import { readDraft } from '#shared/schemas/preview.ts';
import { summaryText } from '#shared/summary-text.ts';
import { jobFacts } from '#shared/words/en/job-facts.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import { useSite } from '../../site-info.ts';
import { Posting } from '../../ui/Posting.tsx';
import { LanguageContext, useWordsIn } from '../../words.ts';
import { useOwnForm } from '../shared/EntityForm.tsx';
import { SearchSnippet } from '../shared/seo/SeoFields.tsx';
import { type JobValues, wireOf } from './job-form.ts';

/**
 * The posting that the form would create, as visitors and search engines would read it. Rendered with low priority, so
 * that typing is not delayed: an unfinished preview is dropped when the next letter is typed.
 */
export default function JobPreview() {
  const { form, row } = useOwnForm();
  const values = useWatch({ control: form.control });
  return <Preview values={useDeferredValue(values)} stored={row as Job | undefined} />;
}

const Preview = memo(({ values, stored }: { values: JobValues; stored: Job | undefined }) => {
  const [now] = useState(() => new Date());
  const job = useMemo(() => previewJob(values, stored, now), [values, stored, now]);
  const title = job.title.trim() || 'Job title';
  const url = `${window.location.origin}${pathTo('careersApplyJob', { jobId: job.id || 'new' })}`;
  return (
    <div className="stack5" onClickCapture={ignoreLinks}>
      <InSiteLanguage>
        <Posting job={{ ...job, title }} now={now} level={3} />
      </InSiteLanguage>
      {values.status !== 'open' && <p className="marked">Search engines read this once the job is open.</p>}
      <SearchSnippet title={title} text={summaryText(job.description)} url={url} />
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
function ignoreLinks(event: MouseEvent) {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
}

/** Returns the job as visitors would read it if the form were saved now with the status "open". */
function previewJob(values: JobValues, stored: Job | undefined, now: Date) {
  const draft = readDraft(noun.fields, wireOf(values)) as JobInput;
  return {
    ...draft,
    id: stored?.id ?? 0,
    status: 'open',
    posted_at: stored?.posted_at ?? now.toISOString(),
  };
}
