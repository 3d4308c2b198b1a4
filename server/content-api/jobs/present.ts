import { job } from '#shared/entities/job.ts';
import type { Job, ListedJob } from '#shared/schemas/job.ts';
import { presentRow } from '../content/present.ts';
import type { JobRow, ListedJobRow } from './repository.ts';

/** Returns a job for admins. */
export const presentJob = (row: JobRow) => presentRow<Job>(job, row, 'alone');

/** Returns a job in a list for admins. */
export const presentListedJob = (row: ListedJobRow) => presentRow<ListedJob>(job, row, 'in a list');

/** Returns a job for visitors: the salary is public only where the studio shows it. */
export function withoutHiddenSalary<Shown extends ListedJob>(shown: Shown): Shown {
  if (shown.show_salary === 1) return shown;
  return { ...shown, salary_min: null, salary_max: null, salary_currency: null, salary_unit: null };
}
