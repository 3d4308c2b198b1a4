import { formatDay } from './dates.ts';
import { isDate } from './schemas/field-formats.ts';
import type { Job } from './schemas/job.ts';
import {
  type EmploymentType,
  endOf,
  type JobStatus,
  type LocationType,
  type SalaryUnit,
} from './schemas/job-words.ts';
import { joinParts } from './text-direction.ts';

/**
 * Display texts of jobs, the same in public pages, admin area and server. Always English and UTC, never the language
 * or time zone of the machine, so that server and browser render the same text.
 */

export const employmentTypeLabels: Record<EmploymentType, string> = {
  FULL_TIME: 'Full-time',
  PART_TIME: 'Part-time',
  CONTRACTOR: 'Contract',
  TEMPORARY: 'Temporary',
  INTERN: 'Internship',
  VOLUNTEER: 'Volunteer',
  PER_DIEM: 'Per diem',
  OTHER: 'Other',
};

export const locationTypeLabels: Record<LocationType, string> = {
  onsite: 'On-site',
  hybrid: 'Hybrid',
  remote: 'Remote',
};

export const salaryUnitLabels: Record<SalaryUnit, string> = {
  HOUR: 'an hour',
  DAY: 'a day',
  WEEK: 'a week',
  MONTH: 'a month',
  YEAR: 'a year',
};

export const jobStatusLabels: Record<JobStatus, string> = {
  draft: 'Draft',
  open: 'Open',
  closed: 'Closed',
  filled: 'Filled',
};

const dayMs = 24 * 60 * 60 * 1000;

export type JobLocation = Pick<Job, 'location_type' | 'city' | 'region' | 'country'>;

/**
 * Formats a job's location: "Peshawar, Pakistan · Hybrid", "پشاور، پاکستان · Hybrid"; "Remote" alone for a fully
 * remote job.
 */
export function formatJobLocation(job: JobLocation): string {
  const where = joinParts([job.city || job.region, job.country]);
  return [where, job.location_type && locationTypeLabels[job.location_type]].filter(Boolean).join(' · ');
}

/** Formats the employment type: "Full-time"; undefined if the host does not send one. */
export function formatEmployment({
  employment_type: type,
}: Pick<Job, 'employment_type'>): string | undefined {
  return type ? employmentTypeLabels[type] : undefined;
}

export type JobSalary = Pick<Job, 'salary_min' | 'salary_max' | 'salary_currency' | 'salary_unit'>;

/** Formats the pay: "PKR 150,000–220,000 a month". One of the two bounds is enough; undefined without any. */
export function formatSalary(pay: JobSalary): string | undefined {
  const { salary_min: min, salary_max: max } = pay;
  const [low, high] = [min ?? max, max ?? min];
  if (typeof low !== 'number' || typeof high !== 'number') return undefined;
  const amount = low === high ? amountText(low) : `${amountText(low)}–${amountText(high)}`;
  const time = pay.salary_unit ? salaryUnitLabels[pay.salary_unit] : '';
  const range = [pay.salary_currency, amount, time].filter(Boolean).join(' ');
  if (min === null || min === undefined) return `Up to ${range}`;
  return max === null || max === undefined ? `From ${range}` : range;
}

/** Formats the pay of a job that shows it to visitors; undefined for all others. */
export function formatPublicSalary(job: JobSalary & Pick<Job, 'show_salary'>): string | undefined {
  return job.show_salary === 1 ? formatSalary(job) : undefined;
}

type Closing = Pick<Job, 'closes_at'>;

/** True from the time at which the job no longer accepts applications; never true for a job without a date. */
export function isOver(job: Closing, now: Date): boolean {
  const end = endTime(job);
  return end !== undefined && end <= now.getTime();
}

/** True when visitors can apply. */
export function isOpen(job: Closing & Pick<Job, 'status'>, now: Date): boolean {
  return job.status === 'open' && !isOver(job, now);
}

/**
 * Returns the whole days (UTC) from today to the last day of the job: 0 on that day, negative after it; undefined if
 * the job has no end.
 */
export function daysLeft(job: Closing, now: Date): number | undefined {
  const end = endTime(job);
  if (end === undefined) return undefined;
  return Math.floor((end - 1) / dayMs) - Math.floor(now.getTime() / dayMs);
}

/**
 * Formats the closing date: "Closes 31 December 2026", "Closes today", "Closes tomorrow", or "Closed 31 December
 * 2026"; with the hour (UTC) if the job ends within a day. Undefined for a job that has no end.
 */
export function formatClosing(job: Closing, now: Date): string | undefined {
  const end = endTime(job);
  if (end === undefined) return undefined;
  const wholeDay = isDate(job.closes_at ?? '');
  const day = formatDay(new Date(wholeDay ? end - 1 : end).toISOString());
  if (isOver(job, now)) return `Closed ${day}`;
  const hour = wholeDay ? '' : `, ${new Date(end).toISOString().slice(11, 16)} UTC`;
  const left = daysLeft(job, now);
  if (left === 0) return `Closes today${hour}`;
  return left === 1 ? `Closes tomorrow${hour}` : `Closes ${day}${hour}`;
}

/**
 * Formats the remaining time if at most `soon` days are left: "3 days left", "Last day"; undefined before that and
 * after the end.
 */
export function formatDaysLeft(job: Closing, now: Date, soon = 7): string | undefined {
  const left = daysLeft(job, now);
  if (left === undefined || left > soon || isOver(job, now)) return undefined;
  if (left <= 0) return 'Last day';
  return left === 1 ? '1 day left' : `${left} days left`;
}

function endTime({ closes_at: closes }: Closing): number | undefined {
  const end = Date.parse(endOf(closes ?? null) ?? '');
  return Number.isNaN(end) ? undefined : end;
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function amountText(amount: number): string {
  return (Number.isInteger(amount) ? whole : cents).format(amount);
}
