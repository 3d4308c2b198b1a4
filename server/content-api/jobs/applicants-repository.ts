import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Id } from '#shared/id.ts';
import type { Db, Tables } from '../database/types.ts';

/** Written out, as the index `applicants_of_job` has it: SQLite cannot know what a parameter is. */
const counted = sql<SqlBool>`applicants.deleted_at is null and applicants.status <> 'spam'`;

/** How many applicants a job has, and how many of them nobody has read. Spam and deleted ones are none. */
export interface ApplicantCounts {
  applicants_count: number;
  unread_count: number;
}

/** The counts as columns of a query on jobs. */
export function applicantCounts(job: ExpressionBuilder<Tables, 'jobs'>) {
  const applicants = job
    .selectFrom('applicants')
    .select((select) => select.fn.countAll<number>().as('count'))
    .whereRef('applicants.job_id', '=', 'jobs.id')
    .where(counted);
  return [
    applicants.as('applicants_count'),
    applicants.where('applicants.is_read', '=', 0).as('unread_count'),
  ] as const;
}

/** The counts of one job. */
export async function countApplicants(db: Db, jobId: Id): Promise<ApplicantCounts> {
  const counts = await db
    .selectFrom('jobs')
    .select(applicantCounts)
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  return numbersOf(counts);
}

/** Postgres counts in big integers that arrive as text. */
export function numbersOf(counts: Record<keyof ApplicantCounts, unknown>): ApplicantCounts {
  return {
    applicants_count: Number(counts.applicants_count),
    unread_count: Number(counts.unread_count),
  };
}
