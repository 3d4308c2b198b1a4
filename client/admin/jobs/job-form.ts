import { deskMessages } from '#shared/desk-messages.ts';
import { job } from '#shared/entities/job.ts';
import { isOver } from '#shared/job-labels.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import type { Job } from '#shared/schemas/job.ts';
import type { Site } from '#shared/schemas/site.ts';
import type { Problems } from '../../forms/form-rules.ts';
import { type EntityValues, entityValues } from '../shared/entity-form.ts';

/** Values of the form. `closes_at` holds the stored time until the admin chooses a day. */
export type JobValues = EntityValues;

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

/** Returns the values of a copy of a job: a draft without a closing date. */
export function copyOf(stored: Job): JobValues {
  return {
    ...entityValues(job.fields, stored),
    title: `Copy of ${stored.title}`,
    status: 'draft',
    closes_at: '',
  };
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
function withoutThousandsSeparators(amount: string) {
  const text = amount.trim();
  return /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d{1,2})?$/.test(text) ? text.replaceAll(',', '') : text;
}

/** Returns the problems of the rules, and unmet requirements for an open job. `before` is the newest stored job. */
export function jobProblems(
  values: JobValues,
  problems: Problems<JobValues>,
  before: Job | undefined,
  zone: string,
): Problems<JobValues> {
  if (values.status !== 'open') return problems;
  const found = { ...problems };
  if (isEmptyRichText(values.description)) found.description ??= deskMessages['job.descriptionRequired'];
  // A job that is open already may be saved with its expired date, so that an expired job can be corrected.
  const opens = before?.status !== 'open' || (before.closes_at ?? '') !== values.closes_at;
  if (opens && isOver({ closes_at: values.closes_at || null }, new Date(), zone)) {
    found.closes_at ??= deskMessages['job.closesInPast'];
  }
  return found;
}
