import type { ExpressionBuilder } from 'kysely';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

/** The number of a job's applicants and how many of them are unread, without spam and deleted applicants. */
export interface ApplicantCounts {
  applicants_count: number;
  unread_count: number;
}

/** Returns the numbers of all applicants and of unread applicants as columns of a query on jobs. */
export function applicantCounts(job: ExpressionBuilder<Tables, 'jobs'>) {
  const counts = job
    .selectFrom('applicant_counts')
    .select((select) => select.fn.sum<number>('total').as('count'))
    .whereRef('applicant_counts.job_id', '=', 'jobs.id')
    .where('applicant_counts.status', '<>', 'spam');
  return [
    counts.as('applicants_count'),
    counts.where('applicant_counts.is_read', '=', 0).as('unread_count'),
  ] as const;
}

/** Counts the applicants of one job. */
export async function countApplicants(db: Db, jobId: RowId): Promise<ApplicantCounts> {
  const counts = await db
    .selectFrom('jobs')
    .select(applicantCounts)
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  return numbersOf(counts);
}

/**
 * Converts the counts to numbers: PostgreSQL's sums are bigint and arrive as text, and the sum of no rows is null.
 */
export function numbersOf(counts: Record<keyof ApplicantCounts, unknown>): ApplicantCounts {
  return {
    applicants_count: Number(counts.applicants_count),
    unread_count: Number(counts.unread_count),
  };
}
