import { isDate } from '../text-formats.ts';
import { timeInZone } from '../time-zone.ts';

/*
 * Definitions about jobs, in a file that imports no schemas: public pages load it from the start, and should not load
 * the schema library with it.
 */

/**
 * The employment types as schema.org names them for JobPosting, so the markup for search engines contains them
 * unchanged (shared/entities/README.md).
 */
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
 * Returns the time from which a job with this closing day or time is closed, as ISO text in UTC: for a day, the end
 * of that day in the company's time zone.
 */
export function endOf(closesAt: string | null, zone: string) {
  if (closesAt === null || !isDate(closesAt)) return closesAt;
  return new Date(timeInZone(zone, Date.parse(closesAt) + 24 * 60 * 60 * 1000)).toISOString();
}
