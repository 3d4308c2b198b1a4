import { type MouseEvent, memo, useDeferredValue, useMemo, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { Posting } from '../../../ui/Posting.tsx';
import type { JobValues } from '../form/job-values.ts';
import styles from './JobPreview.module.css';
import { previewJob, type StoredFacts } from './preview-job.ts';
import { SearchPreview } from './SearchPreview.tsx';

export type PreviewKind = 'posting' | 'search';

interface JobPreviewProps {
  control: Control<JobValues>;
  stored: StoredFacts | undefined;
  kind: PreviewKind;
}

/**
 * The posting that the form makes, as visitors or search engines would read it. It follows the form one step behind: typing
 * comes first, and a preview that is not ready when the next letter comes is not drawn at all.
 */
export default function JobPreview({ control, stored, kind }: JobPreviewProps) {
  const values = useWatch({ control }) as JobValues;
  return <Shown values={useDeferredValue(values)} stored={stored} kind={kind} />;
}

interface ShownProps extends Omit<JobPreviewProps, 'control'> {
  values: JobValues;
}

const Shown = memo(({ values, stored, kind }: ShownProps) => {
  const [now] = useState(() => new Date());
  const job = useMemo(() => previewJob(values, stored, now), [values, stored, now]);
  return (
    <div className={styles.preview} onClickCapture={stayHere}>
      {kind === 'posting' ? (
        <Posting job={{ ...job, title: job.title.trim() || 'Job title' }} now={now} level={3} />
      ) : (
        <SearchPreview job={job} now={now} waiting={values.status !== 'open'} />
      )}
    </div>
  );
});
Shown.displayName = 'Shown';

/** A link of the description is to be looked at here: following it would lead away from the form. */
function stayHere(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
}
