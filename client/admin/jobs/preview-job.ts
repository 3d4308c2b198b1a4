import { job } from '#shared/entities/job.ts';
import type { PostingJob } from '#shared/json-ld/job-posting.ts';
import type { Job, JobInput } from '#shared/schemas/job.ts';
import { readDraft } from '#shared/schemas/preview.ts';
import type { PostedJob } from '../../ui/Posting.tsx';
import { type JobValues, wireOf } from './job-form.ts';

/** Returns the job as visitors would read it if the form were saved now with the status "open". */
export function previewJob(values: JobValues, stored: Job | undefined, now: Date): PostingJob & PostedJob {
  const draft = readDraft(job.fields, wireOf(values)) as JobInput;
  return {
    ...draft,
    id: stored?.id ?? 0,
    status: 'open',
    posted_at: stored?.posted_at ?? now.toISOString(),
  };
}
