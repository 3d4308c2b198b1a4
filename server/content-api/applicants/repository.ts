import { type Selectable, type SqlBool, sql } from 'kysely';
import { inOrderOf } from '#shared/in-order-of.ts';
import type { ApplicantSort } from '#shared/schemas/applicant.ts';
import { shownId } from '../../database/public-ids.ts';
import { readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import { isOneOf, matchesWords, wordsOf } from '../../database/search.ts';
import type { Db, Tables } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { type ApplicantFilters, countApplicants, inAllStatuses } from './counts-repository.ts';

export type ApplicantRow = Selectable<Tables['applicants']>;
/** A row of a list: whether the person has applied before, too. */
export interface ListedRow extends ApplicantWithFirst {
  isAgain: boolean;
}

export type SubmissionRow = Selectable<Tables['applicant_submissions']>;

/** An applicant with their first submission. */
export interface ApplicantWithFirst {
  applicant: ApplicantRow;
  /** The text id of the job; null if the job has none, or the applicant has no job. */
  job: string | null;
  first: SubmissionRow;
}

/**
 * Written as a literal, as in the conditions of the indexes: SQLite cannot use such an index for a parameter that
 * happens to be 'spam'.
 */
const notSpam = sql<SqlBool>`status <> 'spam'`;

/** Each order has its index (migrations/schema.ts). */
const orders = {
  unread: [['is_read'], ['last_submitted_at', 'desc'], ['id', 'desc']],
  newest: [
    ['last_submitted_at', 'desc'],
    ['id', 'desc'],
  ],
  oldest: [['last_submitted_at'], ['id']],
  name: [['sort_name'], ['id']],
  rating: [
    ['rating', 'desc'],
    ['last_submitted_at', 'desc'],
    ['id', 'desc'],
  ],
} as const satisfies Record<ApplicantSort, readonly (readonly [keyof ApplicantRow, 'desc'?])[]>;

/** Reads one page of applicants, and the number in each status; these numbers ignore the filter by status. */
export async function pageOfApplicants(
  db: Db,
  page: number,
  filters: ApplicantFilters,
  sort: ApplicantSort = 'unread',
  perPage?: number,
) {
  // A search must not run in the transaction that reads the rows, so it runs before that transaction begins.
  let counted = filters.search === undefined ? undefined : await countApplicants(db, filters);
  const found = await readPage(
    db,
    page,
    async (tx) => {
      counted ??= await countApplicants(tx, filters);
      return counted.total;
    },
    async (tx, limit, offset) => {
      // Only ids are sorted: a search may find most applicants, whose texts would be sorted with them.
      const ordered = orders[sort].reduce(
        (query, [column, direction]) => query.orderBy(column, direction),
        pickApplicants(tx, filters, counted?.ids).select('id'),
      );
      const ids = (await ordered.limit(limit).offset(offset).execute()).map(({ id }) => id);
      const found = await tx.selectFrom('applicants').selectAll().where('id', 'in', ids).execute();
      const rows = inOrderOf(ids, found, ({ id }) => id);
      return withEarlier(tx, await withFirst(tx, rows));
    },
    perPage,
  );
  return { ...found, counts: counted?.counts ?? {}, unread: counted?.unread ?? 0 };
}

/**
 * Selects the applicants that match the filters, without deleted ones. `ids` are the results of the search, if known;
 * without them the texts are searched.
 */
export function pickApplicants(db: Db, filters: ApplicantFilters, ids?: readonly RowId[]) {
  const { status, search } = filters;
  const query = inAllStatuses(db, filters)
    .$if(ids !== undefined, (all) => all.where(isOneOf(db, 'applicants', ids ?? [])))
    .$if(ids === undefined && search !== undefined, (all) =>
      all.where(matchesWords(db, 'applicants', wordsOf(search ?? ''))),
    );
  return status === undefined ? query.where(notSpam) : query.where('status', '=', status);
}

/**
 * Returns the ids of all applicants that match the filters, if there are no more than `most`. Throws AppError
 * `applicants.tooMany` (422).
 */
export async function idsOfApplicants(db: Db, filters: ApplicantFilters, most: number) {
  const { total, ids } = await countApplicants(db, filters);
  assertThat(total <= most, 'applicants.tooMany', 422, { values: { limit: most } });
  const rows = await pickApplicants(db, filters, ids).select(['id', 'public_id']).limit(most).execute();
  return rows.map(shownId);
}

export function findApplicant(db: Db, id: RowId) {
  return db
    .selectFrom('applicants')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Returns all submissions of an applicant, oldest first. */
export function submissionsOf(db: Db, applicantId: RowId) {
  return db
    .selectFrom('applicant_submissions')
    .selectAll()
    .where('applicant_id', '=', applicantId)
    .orderBy('number')
    .execute();
}

/** Finds one submission of an applicant who is not deleted. */
export function findSubmission(db: Db, id: RowId, number: number) {
  return db
    .selectFrom('applicant_submissions')
    .innerJoin('applicants', 'applicants.id', 'applicant_submissions.applicant_id')
    .selectAll('applicant_submissions')
    .where('applicants.id', '=', id)
    .where('applicants.deleted_at', 'is', null)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** Adds the first submission to each of these applicants, in the same order. */
export async function withFirst(db: Db, applicants: ApplicantRow[]) {
  if (applicants.length === 0) return [];
  const rows = await db
    .selectFrom('applicant_submissions')
    .innerJoin('applicants', 'applicants.id', 'applicant_submissions.applicant_id')
    .leftJoin('jobs', 'jobs.id', 'applicants.job_id')
    .selectAll('applicant_submissions')
    .select('jobs.public_id as job')
    .where(
      'applicant_id',
      'in',
      applicants.map((applicant) => applicant.id),
    )
    .where('number', '=', 1)
    .execute();
  const byApplicant = new Map(rows.map((row) => [row.applicant_id, row]));
  return applicants.map((applicant) => {
    const found = byApplicant.get(applicant.id);
    if (!found) throw new Error(`withFirst: applicant ${applicant.id} has no submission`);
    const { job, ...first } = found;
    return { applicant, job, first };
  });
}

/** Adds to each row whether the person has applied before. */
async function withEarlier(db: Db, rows: ApplicantWithFirst[]) {
  if (rows.length === 0) return [];
  const keys = rows.map(({ applicant }) => applicant.email_key);
  const earliest = await db
    .selectFrom('applicants')
    .select(({ fn }) => ['email_key' as const, fn.min('id').as('id')])
    .where('email_key', 'in', keys)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'spam')
    .groupBy('email_key')
    .execute();
  const firstOf = new Map(earliest.map(({ email_key, id }) => [email_key, Number(id)]));
  return rows.map((row) => {
    const { id, email_key, submissions_count } = row.applicant;
    return { ...row, isAgain: submissions_count > 1 || (firstOf.get(email_key) ?? id) < id };
  });
}
