import { job } from '#shared/entities/job.ts';
import type { Job, ListedJob } from '#shared/schemas/job.ts';
import { presentRow } from '../content/present.ts';
import type { ApplicantCounts } from './applicants-repository.ts';
import type { JobRow, ListedJobRow } from './repository.ts';

/** Returns a job for admins. */
export function presentJob(row: JobRow, counts?: ApplicantCounts): Job {
  return { ...presentListedJob(row), description: row.description, ...(counts && countsOf(counts)) };
}

/** Returns a job for visitors. */
export function presentPublicJob(row: JobRow): Job {
  return withoutHiddenSalary(presentJob(row));
}

/** Returns a job in a list for admins. */
export function presentCountedJob(row: ListedJobRow & ApplicantCounts): ListedJob {
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
