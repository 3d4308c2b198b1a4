import type { Job, ListedJob } from '#shared/schemas/job.ts';
import { shownId } from '../../database/public-ids.ts';
import type { ApplicantCounts } from './applicants-repository.ts';
import type { JobRow, ListedJobRow } from './repository.ts';

/** A job as an admin sees it. */
export function presentJob(row: JobRow, counts?: ApplicantCounts): Job {
  return { ...presentListedJob(row), description: row.description, ...(counts && countsOf(counts)) };
}

/** A job as visitors see it: the salary only where the studio shows it. */
export function presentPublicJob(row: JobRow): Job {
  return withoutHiddenSalary(presentJob(row));
}

/** A job in an admin's list. */
export function presentCountedJob(row: ListedJobRow & ApplicantCounts): ListedJob {
  return { ...presentListedJob(row), ...countsOf(row) };
}

function presentListedJob(row: ListedJobRow): ListedJob {
  return {
    id: shownId(row),
    title: row.title,
    slug: row.slug,
    department: row.department,
    employment_type: row.employment_type,
    location_type: row.location_type,
    city: row.city,
    region: row.region,
    country: row.country,
    salary_min: row.salary_min,
    salary_max: row.salary_max,
    salary_currency: row.salary_currency,
    salary_unit: row.salary_unit,
    show_salary: row.show_salary,
    openings: row.openings,
    status: row.status,
    v_order: row.v_order,
    posted_at: row.posted_at,
    closes_at: row.closes_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export function presentPublicListedJob(row: ListedJobRow): ListedJob {
  return withoutHiddenSalary(presentListedJob(row));
}

function withoutHiddenSalary<Shown extends ListedJob>(job: Shown): Shown {
  if (job.show_salary === 1) return job;
  return { ...job, salary_min: null, salary_max: null, salary_currency: null, salary_unit: null };
}

function countsOf({ applicants_count, unread_count }: ApplicantCounts): ApplicantCounts {
  return { applicants_count, unread_count };
}
