import type {
  EmploymentType,
  Job,
  JobInput,
  JobStatus,
  LocationType,
  SalaryUnit,
} from '#shared/schemas/job.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import type { Site } from '#shared/schemas/site.ts';

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
export const jobFields = [
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
    employment_type: job.employment_type,
    openings: String(job.openings),
    location_type: job.location_type,
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
    salary_min: withoutGroups(values.salary_min),
    salary_max: withoutGroups(values.salary_max),
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
function withoutGroups(amount: string): string {
  const text = amount.trim();
  return /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d{1,2})?$/.test(text) ? text.replaceAll(',', '') : text;
}
