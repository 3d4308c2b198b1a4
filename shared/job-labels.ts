import { formatDay } from './dates.ts';
import { groupedDigits } from './grouped-digits.ts';
import type { Job } from './schemas/job.ts';
import { endOf } from './schemas/job-words.ts';
import { joinParts } from './text-direction.ts';
import { isDate } from './text-formats.ts';
import { wallTime, zoneName } from './time-zone.ts';
import { jobFacts } from './words/en/job-facts.ts';
import { createWords, type Words } from './words/words.ts';

/**
 * Display texts of jobs, the same in public pages, admin area and server. Always in the company's time zone (`zone`) and in the
 * language of `words` (by default English), never in those of the machine, so that server and browser render the same.
 */

const english = createWords<typeof jobFacts>('en', jobFacts);

const dayMs = 86_400_000;

export type JobLocation = Pick<Job, 'location_type' | 'city' | 'region' | 'country'>;

/**
 * Formats a job's location: "Peshawar, Pakistan · Hybrid", "پشاور، پاکستان · Hybrid"; "Remote" alone for a fully
 * remote job.
 */
export function formatJobLocation(job: JobLocation, words = english) {
  const where = joinParts([job.city || job.region, job.country]);
  return [where, job.location_type && words(`fact.${job.location_type}`)].filter(Boolean).join(' · ');
}

/** Formats the employment type: "Full-time"; undefined if the host does not send one. */
export function formatEmployment({ employment_type: type }: Pick<Job, 'employment_type'>, words = english) {
  return type ? words(`fact.${type}`) : undefined;
}

export type JobSalary = Pick<Job, 'salary_min' | 'salary_max' | 'salary_currency' | 'salary_unit'>;

/** Formats the pay: "PKR 150,000–220,000 a month". One of the two bounds is enough; undefined without any. */
export function formatSalary(pay: JobSalary, words = english) {
  const { salary_min: min, salary_max: max } = pay;
  const [low, high] = [min ?? max, max ?? min];
  if (typeof low !== 'number' || typeof high !== 'number') return undefined;
  const amount = low === high ? amountText(low) : `${amountText(low)}–${amountText(high)}`;
  const sum = [pay.salary_currency, amount].filter(Boolean).join(' ');
  const range = pay.salary_unit ? words(`fact.pay${pay.salary_unit}`, { pay: sum }) : sum;
  if (min === null || min === undefined) return words('fact.payUpTo', { pay: range });
  return max === null || max === undefined ? words('fact.payFrom', { pay: range }) : range;
}

/** Formats the pay of a job that shows it to visitors; undefined for all others. */
export function formatPublicSalary(job: JobSalary & Pick<Job, 'show_salary'>, words = english) {
  return job.show_salary === 1 ? formatSalary(job, words) : undefined;
}

type Closing = Pick<Job, 'closes_at'>;

/** True from the time at which the job no longer accepts applications; never true for a job without a date. */
export function isOver(job: Closing, now: Date, zone: string) {
  const end = endTime(job, zone);
  return end !== undefined && end <= now.getTime();
}

/** True when visitors can apply. */
export function isOpen(job: Closing & Pick<Job, 'status'>, now: Date, zone: string) {
  return job.status === 'open' && !isOver(job, now, zone);
}

/**
 * Returns the whole days (in `zone`) from today to the last day of the job: 0 on that day, negative after it; undefined if
 * the job has no end.
 */
export function daysLeft(job: Closing, now: Date, zone: string) {
  const end = endTime(job, zone);
  if (end === undefined) return undefined;
  const dayOf = (at: number) => Math.floor(wallTime(zone, at) / dayMs);
  return dayOf(end - 1) - dayOf(now.getTime());
}

/**
 * Formats the closing date: "Closes 31 December 2026", "Closes today", "Closes tomorrow", or "Closed 31 December
 * 2026"; with the hour in `zone` if the job ends within a day. Undefined for a job that has no end.
 */
export function formatClosing(job: Closing, now: Date, zone: string, words = english) {
  const end = lastDayOf(job, now, zone, words);
  if (!end) return undefined;
  if (isOver(job, now, zone)) return words('fact.closed', { day: end.day });
  if (end.left === 0) return end.withHour(words('fact.closesToday'));
  return end.withHour(end.left === 1 ? words('fact.closesTomorrow') : words('fact.closes', { day: end.day }));
}

/** Formats the closing date for a place whose label says that the job closes: "Today", "31 December 2026". */
export function formatLastDay(job: Closing, now: Date, zone: string, words = english) {
  const end = lastDayOf(job, now, zone, words);
  if (!end) return undefined;
  if (isOver(job, now, zone)) return end.day;
  if (end.left === 0) return end.withHour(words('fact.today'));
  return end.withHour(end.left === 1 ? words('fact.tomorrow') : end.day);
}

/** Returns the parts of the texts about the end of a job; undefined for a job that has no end. */
function lastDayOf(job: Closing, now: Date, zone: string, words: Words<typeof jobFacts>) {
  const end = endTime(job, zone);
  if (end === undefined) return undefined;
  const wholeDay = isDate(job.closes_at ?? '');
  const shown = wholeDay ? end - 1 : end;
  const wall = new Date(wallTime(zone, shown)).toISOString();
  return {
    day: formatDay(wall, words.language) ?? '',
    left: daysLeft(job, now, zone),
    /** Adds the hour if the job ends within a day. */
    withHour: (text: string) =>
      wholeDay ? text : words('fact.atHour', { text, hour: wall.slice(11, 16), zone: zoneName(zone, end) }),
  };
}

/** A job whose last day is at most this many days away closes soon. */
const soonDays = 7;

/**
 * Formats the remaining time if at most `soonDays` days are left: "3 days left", "Last day"; undefined before that and
 * after the end.
 */
export function formatDaysLeft(job: Closing, now: Date, zone: string, words = english) {
  const left = daysLeft(job, now, zone);
  if (left === undefined || left > soonDays || isOver(job, now, zone)) return undefined;
  if (left <= 0) return words('fact.lastDay');
  return words('fact.daysLeft', { count: left });
}

function endTime({ closes_at: closes }: Closing, zone: string) {
  const end = Date.parse(endOf(closes ?? null, zone) ?? '');
  return Number.isNaN(end) ? undefined : end;
}

function amountText(amount: number) {
  return groupedDigits(Number.isInteger(amount) ? String(amount) : amount.toFixed(2));
}
