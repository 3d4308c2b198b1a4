import { job } from '#shared/entities/job.ts';
import type { PostingJob } from '#shared/json-ld/job-posting.ts';
import type { Job } from '#shared/schemas/job.ts';
import type { Draft } from '#shared/schemas/preview.ts';
import type { PostedJob } from '../../ui/Posting.tsx';
import { typedDraft } from '../shared/entity-form.ts';
import { type JobValues, wireOf } from './job-form.ts';

/** Fields of a stored job that the form does not have. */
export type StoredFacts = Pick<Job, 'id' | 'posted_at'>;

/** Returns the job as visitors would read it if the form were saved now with the status "open". */
export function previewJob(
  values: JobValues,
  stored: StoredFacts | undefined,
  now: Date,
): PostingJob & PostedJob {
  const draft = typedDraft(job.fields, wireOf(values)) as Draft<'job'>;
  return {
    ...draft,
    id: stored?.id ?? 0,
    status: 'open',
    posted_at: stored?.posted_at ?? now.toISOString(),
    closes_at: draft.closes_at || null,
  };
}
