import type { PostingJob } from '#shared/json-ld/job-posting.ts';
import type { Job } from '#shared/schemas/job.ts';
import type { PostedJob } from '../../ui/Posting.tsx';
import type { FormDraft } from '../shared/publish/preview-calls.ts';
import { type JobValues, wireOf } from './job-form.ts';

/** What a job that is stored has, and its form does not. */
export type StoredFacts = Pick<Job, 'id' | 'posted_at'>;

/**
 * The job as visitors would read it if the form were saved and opened now. A number that is no number yet, and a currency that
 * is half typed, are left out.
 */
export function previewJob(
  values: JobValues,
  stored: StoredFacts | undefined,
  now: Date,
): PostingJob & PostedJob {
  const wire = wireOf(values);
  return {
    ...values,
    id: stored?.id ?? 0,
    openings: /^[1-9]\d{0,2}$/.test(values.openings.trim()) ? Number(values.openings) : 1,
    salary_min: amountOf(wire.salary_min),
    salary_max: amountOf(wire.salary_max),
    salary_currency: /^[a-z]{3}$/i.test(values.salary_currency.trim())
      ? values.salary_currency.trim().toUpperCase()
      : null,
    salary_unit: values.salary_unit || null,
    show_salary: values.show_salary ? 1 : 0,
    status: 'open',
    posted_at: stored?.posted_at ?? now.toISOString(),
    closes_at: values.closes_at || null,
  };
}

/** What the form of a job holds, as a preview shows it. */
export function jobDraft(values: JobValues): FormDraft {
  const {
    id: _id,
    status: _status,
    posted_at: _postedAt,
    ...job
  } = previewJob(values, undefined, new Date());
  return { draft: { ...job, title: values.title.trim(), closes_at: values.closes_at } };
}

function amountOf(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,10}(\.\d{1,2})?$/.test(text) ? Number(text) : null;
}
