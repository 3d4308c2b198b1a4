import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { job } from '#shared/entities/job.ts';
import type { Id } from '#shared/id.ts';
import { isOver } from '#shared/job-labels.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { type Job, jobInputSchema } from '#shared/schemas/job.ts';
import type { Site } from '#shared/schemas/site.ts';
import { callApi } from '../../api/call.ts';
import { type Problems, resolverOf } from '../../forms/form-rules.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { useSite } from '../../site-info.ts';
import { notify } from '../../ui/toast.ts';
import { type EntityValues, entityRules, entityValues, formFields } from '../shared/entity-form.ts';
import { readJob, refreshJobs } from './queries.ts';

/** Values of the form. `closes_at` holds the stored time until the admin chooses a day. */
export type JobValues = EntityValues<typeof job.fields>;

/** Returns the values of a new job, with the company's place and currency, as far as they are known. */
export const newJob = ({ address, currency = '' }: Pick<Site, 'address' | 'currency'>): JobValues => ({
  ...entityValues(job.fields),
  openings: '1',
  city: address?.city ?? '',
  region: address?.region ?? '',
  country: address?.country ?? '',
  salary_currency: currency,
  salary_unit: 'MONTH',
});

/** Converts a stored job to form values. */
export function valuesOf(stored: Job): JobValues {
  return entityValues(job.fields, { ...stored, employment_type: stored.employment_type ?? 'OTHER' });
}

/** Returns the values of a copy of a job: a draft without a closing date. */
export function copyOf(stored: Job): JobValues {
  return { ...valuesOf(stored), title: `Copy of ${stored.title}`, status: 'draft', closes_at: '' };
}

/** Returns the values as the contract's schema expects them: the salaries have no thousands separators. */
export function wireOf(values: JobValues): JobValues {
  return {
    ...values,
    salary_min: withoutThousandsSeparators(values.salary_min),
    salary_max: withoutThousandsSeparators(values.salary_max),
  };
}

/**
 * Removes thousands separators: "150,000" and "1,50,000" become plain numbers. A value with other commas is not
 * changed, so that the validation refuses it.
 */
function withoutThousandsSeparators(amount: string): string {
  const text = amount.trim();
  return /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d{1,2})?$/.test(text) ? text.replaceAll(',', '') : text;
}

const rules = entityRules(job.fields, jobInputSchema);

/**
 * Returns the errors that the server would return, with the same texts: errors by the contract's schema, and unmet
 * requirements for an open job.
 */
function jobProblems(values: JobValues, before: JobValues, now: Date, zone: string): Problems<JobValues> {
  const problems = rules(wireOf(values), false);
  if (values.status === 'open') {
    if (isEmptyRichText(values.description)) problems.description ??= deskMessages['job.descriptionRequired'];
    // A job that is open already may be saved with its expired date, so that an expired job can be corrected.
    const opens = before.status !== 'open' || before.closes_at !== values.closes_at;
    if (opens && isOver({ closes_at: values.closes_at || null }, now, zone)) {
      problems.closes_at ??= deskMessages['job.closesInPast'];
    }
  }
  return problems;
}

export interface JobFormOptions {
  /** Id of the stored job; undefined for a new one. */
  id: Id | undefined;
  draftKey: string;
  stored: JobValues;
  /** The job's `updated_at` on which the edit is based. */
  version: string | undefined;
  onClose: () => void;
}

/** State and actions of the form of one job. */
export function useJobForm({ id, draftKey, stored, version, onClose }: JobFormOptions) {
  const queries = useQueryClient();
  /** The newest stored values that this form knows. The rules for opening a job compare the form with them. */
  const newest = useRef(stored);
  const { time_zone: zone } = useSite();
  return useResourceForm<JobValues>({
    draftKey,
    stored,
    version,
    resolver: resolverOf((values) => jobProblems(values, newest.current, new Date(), zone)),
    fields: formFields(job),
    save: (values, { signal, version: begunWith }) => saveJob(values, { id, signal, version: begunWith }),
    onSaved: () => {
      notify.success(textOf(id === undefined ? 'job.added' : 'job.updated'));
      refreshJobs(queries);
      onClose();
    },
    reload:
      id === undefined
        ? undefined
        : async () => {
            const now = await readJob(id);
            newest.current = valuesOf(now);
            return { stored: newest.current, version: now.updated_at };
          },
  });
}

interface SaveOptions {
  /** Id of the stored job; undefined for a new one. */
  id: Id | undefined;
  signal: AbortSignal;
  /** The job's `updated_at` on which the edit is based. Without it, the save overwrites the stored job. */
  version: string | undefined;
}

/**
 * Adds a job, or changes the job with this id. Throws `ApiError`: 422 with errors per field, 409 if another admin
 * saved first.
 */
function saveJob(values: JobValues, { id, signal, version }: SaveOptions): Promise<Envelope> {
  // Without the position, because the form does not change the order of jobs.
  const { v_order: _, ...input } = jobInputSchema.parse(wireOf(values));
  const body = { ...input, updated_at: version };
  return id === undefined
    ? callApi('addJob', { body, signal })
    : callApi('updateJob', { params: { id }, body, signal });
}
