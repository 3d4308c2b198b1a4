import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Id } from '#shared/id.ts';
import type { ApplicantCounts, ApplicantSort, ApplicantStatus } from '#shared/schemas/applicant.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import { readPage } from '../database/read-page.ts';
import { matchesSearch } from '../database/search.ts';
import type { Db, Tables } from '../database/types.ts';

export type ApplicantRow = Selectable<Tables['applicants']>;
export type SubmissionRow = Selectable<Tables['applicant_submissions']>;

/** An applicant with what they sent first. */
export interface ApplicantWithFirst {
  applicant: ApplicantRow;
  first: SubmissionRow;
}

export interface ApplicantFilters {
  /** `none`: those who applied without a job. */
  job_id?: Id | 'none' | undefined;
  /** Not given: all but spam. */
  status?: ApplicantStatus | undefined;
  search?: string | undefined;
  is_read?: '0' | '1' | undefined;
}

/** Written out, as the indexes have it: SQLite cannot know that a parameter is 'spam'. */
const notSpam = sql<SqlBool>`status <> 'spam'`;

/** One page of applicants, and how many each status has by the other filters. */
export async function pageOfApplicants(
  db: Db,
  page: number,
  filters: ApplicantFilters,
  sort: ApplicantSort = 'unread',
): Promise<Page<ApplicantWithFirst> & { counts: ApplicantCounts; unread: number }> {
  const counted: { counts: ApplicantCounts; unread: number } = { counts: {}, unread: 0 };
  const found = await readPage(
    db,
    page,
    async (tx) => {
      const counts = await countByStatus(tx, filters);
      Object.assign(counted, counts);
      return counts.total;
    },
    async (tx, limit, offset) =>
      withFirst(tx, await inOrder(tx, filters, sort).selectAll().limit(limit).offset(offset).execute()),
  );
  return { ...found, ...counted };
}

/** The applicants that the filters leave; those that are deleted are nowhere. */
export function matchingApplicants(db: Db, filters: ApplicantFilters) {
  const { status } = filters;
  const query = allStatuses(db, filters);
  return status === undefined ? query.where(notSpam) : query.where('status', '=', status);
}

export function findApplicant(db: Db, id: Id): Promise<ApplicantRow | undefined> {
  return db
    .selectFrom('applicants')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Every time that the applicant applied, the first first. */
export function submissionsOf(db: Db, applicantId: Id): Promise<SubmissionRow[]> {
  return db
    .selectFrom('applicant_submissions')
    .selectAll()
    .where('applicant_id', '=', applicantId)
    .orderBy('number')
    .execute();
}

/** One submission of an applicant who is not deleted. */
export function findSubmission(db: Db, id: Id, number: number): Promise<SubmissionRow | undefined> {
  return db
    .selectFrom('applicant_submissions')
    .innerJoin('applicants', 'applicants.id', 'applicant_submissions.applicant_id')
    .selectAll('applicant_submissions')
    .where('applicants.id', '=', id)
    .where('applicants.deleted_at', 'is', null)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** The same applicants, in the same order, each with the first submission. */
export async function withFirst(db: Db, applicants: ApplicantRow[]): Promise<ApplicantWithFirst[]> {
  if (applicants.length === 0) return [];
  const rows = await db
    .selectFrom('applicant_submissions')
    .selectAll()
    .where(
      'applicant_id',
      'in',
      applicants.map((applicant) => applicant.id),
    )
    .where('number', '=', 1)
    .execute();
  const byApplicant = new Map(rows.map((row) => [row.applicant_id, row]));
  return applicants.map((applicant) => {
    const first = byApplicant.get(applicant.id);
    if (!first) throw new Error(`withFirst: applicant ${applicant.id} has sent nothing`);
    return { applicant, first };
  });
}

function allStatuses(db: Db, { job_id: jobId, search, is_read: isRead }: ApplicantFilters) {
  let query = db.selectFrom('applicants').where('deleted_at', 'is', null);
  if (jobId === 'none') query = query.where('job_id', 'is', null);
  else if (jobId !== undefined) query = query.where('job_id', '=', jobId);
  if (isRead !== undefined) query = query.where('is_read', '=', Number(isRead));
  if (search !== undefined) query = query.where(matchesSearch('search_text', search));
  return query;
}

/** Each order has its index (migration 0003). */
function inOrder(db: Db, filters: ApplicantFilters, sort: ApplicantSort) {
  const query = matchingApplicants(db, filters);
  switch (sort) {
    case 'unread':
      return query.orderBy('is_read').orderBy('last_submitted_at', 'desc').orderBy('id', 'desc');
    case 'newest':
      return query.orderBy('last_submitted_at', 'desc').orderBy('id', 'desc');
    case 'oldest':
      return query.orderBy('last_submitted_at').orderBy('id');
    case 'name':
      return query.orderBy('sort_name').orderBy('id');
    case 'rating':
      return query.orderBy('rating', 'desc').orderBy('last_submitted_at', 'desc').orderBy('id', 'desc');
  }
}

/** `counts` leaves the filter of the status out, so that a person sees what the other choices would show. */
async function countByStatus(db: Db, filters: ApplicantFilters) {
  const rows = await allStatuses(db, filters)
    .select((select) => [
      'status',
      select.fn.countAll().as('total'),
      select.fn.sum<number>(sql`1 - is_read`).as('unread'),
    ])
    .groupBy('status')
    .execute();
  const { status: wanted } = filters;
  const shown = rows.filter(({ status }) => (wanted ? status === wanted : status !== 'spam'));
  return {
    counts: Object.fromEntries(rows.map(({ status, total }) => [status, Number(total)])) as ApplicantCounts,
    unread: shown.reduce((sum, row) => sum + Number(row.unread), 0),
    total: shown.reduce((sum, row) => sum + Number(row.total), 0),
  };
}
