import { job } from '#shared/entities/job.ts';
import type { Job, ListedJob } from '#shared/schemas/job.ts';
import { presentRow } from '../content/present.ts';
import type { ApplicantCounts, JobRow, ListedJobRow } from './repository.ts';

/** Returns a job for admins. */
export function presentJob(row: JobRow): Job {
  return presentRow<Job>(job, row, 'alone');
}

/** Returns a job for admins, with the numbers of its applicants. */
export function presentCountedJob(row: JobRow & ApplicantCounts): Job {
  return { ...presentJob(row), ...countsOf(row) };
}

/** Returns a job for visitors. */
export function presentPublicJob(row: JobRow): Job {
  return withoutHiddenSalary(presentJob(row));
}

/** Returns a job in a list for admins. */
export function presentCountedListedJob(row: ListedJobRow & ApplicantCounts): ListedJob {
  return { ...presentListedJob(row), ...countsOf(row) };
}

function presentListedJob(row: ListedJobRow): ListedJob {
  return presentRow<ListedJob>(job, row, 'in a list');
}

export function presentPublicListedJob(row: ListedJobRow): ListedJob {
  return withoutHiddenSalary(presentListedJob(row));
}

/** The salary is public only where the studio shows it. */
export function withoutHiddenSalary<Shown extends ListedJob>(shown: Shown): Shown {
  if (shown.show_salary === 1) return shown;
  return { ...shown, salary_min: null, salary_max: null, salary_currency: null, salary_unit: null };
}

function countsOf({ applicants_count, unread_count }: ApplicantCounts): ApplicantCounts {
  return { applicants_count, unread_count };
}
