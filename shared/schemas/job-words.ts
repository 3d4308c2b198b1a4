import { isDate } from './field-formats.ts';

/* What is said of jobs without schemas, since pages load it at once. */

/** The words of schema.org's JobPosting, so that search engines need no translation (docs/architecture.md §4). */
export const employmentTypes = [
  'FULL_TIME',
  'PART_TIME',
  'CONTRACTOR',
  'TEMPORARY',
  'INTERN',
  'VOLUNTEER',
  'PER_DIEM',
  'OTHER',
] as const;
export const locationTypes = ['onsite', 'hybrid', 'remote'] as const;
export const salaryUnits = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export const jobStatuses = ['draft', 'open', 'closed', 'filled'] as const;

export type EmploymentType = (typeof employmentTypes)[number];
export type LocationType = (typeof locationTypes)[number];
export type SalaryUnit = (typeof salaryUnits)[number];
export type JobStatus = (typeof jobStatuses)[number];

/**
 * The moment from which a job that closes at this day or moment is not open any more, ISO in UTC: a day counts until its
 * end.
 */
export function endOf(closesAt: string | null): string | null {
  if (closesAt === null || !isDate(closesAt)) return closesAt;
  return new Date(Date.parse(`${closesAt}T00:00:00.000Z`) + 24 * 60 * 60 * 1000).toISOString();
}
