import { z } from 'zod';
import { answerShape, inputShape } from '../entities/entity.ts';
import { job } from '../entities/job.ts';
import { type ErrorCode, messages } from '../messages.ts';
import { fieldsOf, oneOf, version } from './fields.ts';
import { jobStatuses } from './job-words.ts';

export * from './job-words.ts';

/**
 * A job (shared/entities/README.md). `closes_at` is a day (2026-12-31: open until that day ends in the company's time zone) or a time (ISO,
 * UTC). Visitors get the salary only if `show_salary` is 1, and no counts.
 */
export const jobSchema = z.object(answerShape(job.fields));

/** A job in a list: without the description, which may carry megabytes of images. */
export const listedJobSchema = jobSchema.partial({ description: true });

/** How many jobs each choice of a filter has. */
const countsSchema = z.array(z.object({ value: z.string(), count: z.coerce.number().int() }));

export const jobFacetsSchema = z.object({
  department: countsSchema,
  employment_type: countsSchema,
  location_type: countsSchema,
});

export type JobFacets = z.infer<typeof jobFacetsSchema>;
export type Job = z.infer<typeof jobSchema>;
export type ListedJob = z.infer<typeof listedJobSchema>;

const jobFields = fieldsOf({ ...inputShape(job.fields), updated_at: version() });

type JobFields = z.infer<typeof jobFields>;

/**
 * The fields of a job that an admin writes, as in its form. Missing optional fields become null, except `status` and
 * `v_order`, which stay unchanged (a new job is a draft).
 */
export const jobInputSchema = jobFields
  .refine(...rule('city', 'job.cityRequired', (job) => isRemote(job) || job.city))
  .refine(...rule('country', 'job.countryRequired', (job) => isRemote(job) || job.country))
  .refine(
    ...rule(
      'salary_max',
      'job.salaryRange',
      ({ salary_min: min, salary_max: max }) =>
        typeof min !== 'number' || typeof max !== 'number' || min <= max,
    ),
  )
  .refine(...rule('salary_currency', 'job.currencyRequired', (job) => !hasSalary(job) || job.salary_currency))
  .refine(...rule('salary_unit', 'job.unitRequired', (job) => !hasSalary(job) || job.salary_unit));

export type JobInput = z.infer<typeof jobInputSchema>;

/** The body of updateJobStatus. */
export const jobStatusSchema = fieldsOf({ status: oneOf(jobStatuses), updated_at: version() });

/**
 * Creates a rule that depends on several fields and reports its error at one of them. The rule also runs when other
 * fields are invalid, so that a person sees all errors together. It must then not report an error for a field that is
 * missing because it is invalid.
 */
function rule(
  path: keyof JobFields,
  code: ErrorCode,
  holds: (job: Partial<JobFields>) => unknown,
): Parameters<typeof jobFields.refine> {
  return [
    (job) => Boolean(holds(job)),
    { path: [path], error: messages[code], when: ({ value }) => typeof value === 'object' && value !== null },
  ];
}

function isRemote(job: Partial<JobFields>) {
  return job.location_type === undefined || job.location_type === 'remote';
}

function hasSalary(job: Partial<JobFields>) {
  return typeof job.salary_min === 'number' || typeof job.salary_max === 'number';
}
