import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { isOver } from '#shared/job-labels.ts';
import { isEmptyRichText } from '#shared/rich-text.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import {
  type EmploymentType,
  type Job,
  type JobInput,
  type JobStatus,
  jobInputSchema,
  type LocationType,
  type SalaryUnit,
} from '#shared/schemas/job.ts';
import type { Site } from '#shared/schemas/site.ts';
import { callApi } from '../../api/call.ts';
import { textTooLarge } from '../../editor/text-size.ts';
import { type Problems, problemsOf, resolverOf } from '../../forms/form-rules.ts';
import { useResourceForm } from '../../forms/use-resource-form.ts';
import { notify } from '../../ui/toast.ts';
import { readJob, refreshJobs } from './queries.ts';

/** What the form of a job holds, under the names on the wire. Numbers are text: they are typed in. */
export interface JobValues {
  title: string;
  department: string;
  employment_type: EmploymentType;
  openings: string;
  location_type: LocationType;
  city: string;
  region: string;
  country: string;
  salary_min: string;
  salary_max: string;
  salary_currency: string;
  salary_unit: SalaryUnit | '';
  show_salary: boolean;
  description: string;
  /** A day, or the moment that is stored while nobody has chosen another day. */
  closes_at: string;
  status: JobStatus;
}

/** In the order in which the form shows them: the first bad one gets the focus. */
const jobFields = [
  'title',
  'department',
  'employment_type',
  'openings',
  'location_type',
  'city',
  'region',
  'country',
  'salary_min',
  'salary_max',
  'salary_currency',
  'salary_unit',
  'show_salary',
  'description',
  'closes_at',
  'status',
] as const satisfies readonly (keyof JobValues)[];

/** A new job, at the company's own place and in its currency. */
export const newJob = ({
  address,
  currency,
}: Pick<Site, 'address'> & Partial<Pick<Site, 'currency'>>): JobValues => ({
  title: '',
  department: '',
  employment_type: 'FULL_TIME',
  openings: '1',
  location_type: 'onsite',
  city: address.city,
  region: address.region ?? '',
  country: address.country,
  salary_min: '',
  salary_max: '',
  salary_currency: currency ?? '',
  salary_unit: 'MONTH',
  show_salary: false,
  description: '',
  closes_at: '',
  status: 'draft',
});

/** A stored job as the form shows it. */
export function valuesOf(job: Job): JobValues {
  return {
    title: job.title,
    department: job.department,
    employment_type: job.employment_type ?? 'OTHER',
    openings: String(job.openings),
    location_type: job.location_type ?? 'onsite',
    city: job.city ?? '',
    region: job.region ?? '',
    country: job.country ?? '',
    salary_min: job.salary_min === null ? '' : String(job.salary_min),
    salary_max: job.salary_max === null ? '' : String(job.salary_max),
    salary_currency: job.salary_currency ?? '',
    salary_unit: job.salary_unit ?? '',
    show_salary: job.show_salary === 1,
    description: job.description,
    closes_at: job.closes_at ?? '',
    status: job.status,
  };
}

/** The start of a job like this one: a draft, and without a date, which was that of the other. */
export function copyOf(job: Job): JobValues {
  return { ...valuesOf(job), title: `Copy of ${job.title}`, status: 'draft', closes_at: '' };
}

/** The values as the contract's schema reads them. */
export function wireOf(values: JobValues): Record<keyof JobValues, unknown> {
  return {
    ...values,
    salary_min: withoutThousandsSeparators(values.salary_min),
    salary_max: withoutThousandsSeparators(values.salary_max),
  };
}

/** The body of addJob and updateJob. The values must have passed the rules; the order of jobs is not the form's to change. */
export function jobBody(
  values: JobValues,
  version: string | undefined,
): Omit<JobInput, 'v_order' | 'updated_at'> & { updated_at: string | undefined } {
  const { v_order: _order, updated_at: _version, ...input } = jobInputSchema.parse(wireOf(values));
  return { ...input, updated_at: version };
}

/** "150,000" and "1,50,000" as a number's own text. A comma that parts no thousands stays, to be refused. */
function withoutThousandsSeparators(amount: string): string {
  const text = amount.trim();
  return /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d{1,2})?$/.test(text) ? text.replaceAll(',', '') : text;
}

/** What the rules on opening ask of the job as it is stored. */
export type StoredState = Pick<JobValues, 'status' | 'closes_at'>;

/**
 * What the server would refuse, in its words: the contract's schema, and what an open job must have. A text over the limit
 * is told here too, before megabytes travel to be refused.
 */
export function jobProblems(values: JobValues, before: StoredState, now: Date): Problems<JobValues> {
  const problems = problemsOf<JobValues>(jobInputSchema, wireOf(values));
  if (values.status === 'open') {
    if (isEmptyRichText(values.description)) problems.description ??= deskMessages['job.descriptionRequired'];
    // A job that ran out may be corrected without touching its date.
    const opens = before.status !== 'open' || before.closes_at !== values.closes_at;
    if (opens && isOver({ closes_at: values.closes_at || null }, now)) {
      problems.closes_at ??= deskMessages['job.closesInPast'];
    }
  }
  const tooLarge = textTooLarge(values.description);
  if (tooLarge) problems.description ??= tooLarge;
  return problems;
}

export interface JobFormOptions {
  /** Undefined for a new job. */
  id: Id | undefined;
  draftKey: string;
  stored: JobValues;
  /** The `updated_at` that the edit begins with. */
  version: string | undefined;
  onClose: () => void;
}

/** State and actions of the form of one job. */
export function useJobForm({ id, draftKey, stored, version, onClose }: JobFormOptions) {
  const queries = useQueryClient();
  /** What the server has, as far as this form knows: rules on opening ask what changes. */
  const newest = useRef(stored);
  return useResourceForm<JobValues>({
    draftKey,
    stored,
    version,
    resolver: resolverOf((values) => jobProblems(values, newest.current, new Date())),
    fields: jobFields,
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
            const job = await readJob(id);
            newest.current = valuesOf(job);
            return { stored: newest.current, version: job.updated_at };
          },
  });
}

interface SaveOptions {
  /** Undefined for a new job. */
  id: Id | undefined;
  signal: AbortSignal;
  /** The `updated_at` that the edit began with; undefined overwrites whatever is there. */
  version: string | undefined;
}

/** Adds a job, or changes the one of `id`. Throws `ApiError`: 422 with the fields, 409 when somebody was faster. */
function saveJob(values: JobValues, { id, signal, version }: SaveOptions): Promise<Envelope> {
  const body = jobBody(values, version);
  return id === undefined
    ? callApi('addJob', { body, signal })
    : callApi('updateJob', { params: { id }, body, signal });
}
