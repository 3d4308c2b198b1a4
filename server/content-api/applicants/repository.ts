import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { inOrderOf } from '#shared/in-order-of.ts';
import {
  type ApplicantChange,
  type ApplicantCounts,
  type ApplicantSort,
  type ApplicantStatus,
  type BulkAction,
  closedStatuses,
} from '#shared/schemas/applicant.ts';
import { isoAfter, isoNow } from '../../database/clock.ts';
import { shownId } from '../../database/public-ids.ts';
import { readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import { createQueryCache, idRanges, isOneOf, matchesWords, wordsOf } from '../../database/search.ts';
import type { Db, Tables } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { type Admin, nameOf } from '../auth/repository.ts';
import { softDeleteRow } from '../content/trash-repository.ts';
import { noteEdit } from '../edits/repository.ts';
import { retainUntil } from './retention.ts';

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

export interface ApplicantFilters {
  /** `none`: applicants without a job. */
  job_id?: RowId | 'none';
  /** By default all except spam. */
  status?: ApplicantStatus;
  search?: string;
  is_read?: '0' | '1';
}

/** One search result, or all applicants of this status who are read or unread. */
interface Group {
  status: ApplicantStatus;
  is_read: number;
  total: number;
  id?: RowId;
}

/** The `job_id` of the `applicant_counts` rows for all applicants, and for those without a job (migrations/schema.ts). */
const everybody = -1;
const withoutJob = 0;

/** Cached results of searches. */
const found = createQueryCache<Group[]>();

/**
 * Counts the applicants that match the filters. `counts` has the numbers by status, to which the filter by status does
 * not apply, so that an admin sees for every status how many applicants it would show. `ids` are the search results, in
 * no particular order; undefined if there is no search. A search is split into several queries, and must not run in a
 * transaction.
 */
async function countApplicants(db: Db, filters: ApplicantFilters) {
  const { job_id: job, is_read: read, status, search } = filters;
  const words = wordsOf(search ?? '');
  const groups =
    search === undefined
      ? await storedCounts(db, filters)
      : await found(db, [job, read, words], () => lookFor(db, filters, words));
  const counts: ApplicantCounts = {};
  for (const group of groups) counts[group.status] = (counts[group.status] ?? 0) + group.total;
  const shown = groups.filter((group) => (status ? group.status === status : group.status !== 'spam'));
  return {
    counts,
    unread: sumOf(shown.filter((group) => !group.is_read)),
    total: sumOf(shown),
    ids: search === undefined ? undefined : shown.flatMap(({ id }) => id ?? []),
  };
}

/** Selects the applicants that are not deleted, in every status, by all filters except the search. */
function inAllStatuses(db: Db, { job_id: jobId, is_read: isRead }: ApplicantFilters) {
  let query = db.selectFrom('applicants').where('deleted_at', 'is', null);
  if (jobId === 'none') query = query.where('job_id', 'is', null);
  else if (jobId !== undefined) query = query.where('job_id', '=', jobId);
  if (isRead !== undefined) query = query.where('is_read', '=', Number(isRead));
  return query;
}

function storedCounts(db: Db, { job_id: jobId, is_read: isRead }: ApplicantFilters): Promise<Group[]> {
  return db
    .selectFrom('applicant_counts')
    .select(['status', 'is_read', 'total'])
    .where('job_id', '=', jobId === 'none' ? withoutJob : (jobId ?? everybody))
    .$if(isRead !== undefined, (query) => query.where('is_read', '=', Number(isRead)))
    .orderBy('status')
    .execute();
}

/** SQLite runs in this process and blocks it during a query, so a search is split, and other calls run in between. */
async function lookFor(db: Db, filters: ApplicantFilters, words: readonly string[]) {
  const all: Group[] = [];
  for await (const range of idRanges(db, 'applicants')) {
    const rows = await inAllStatuses(db, filters)
      .select(['id', 'status', 'is_read'])
      .where(matchesWords(db, 'applicants', words, range))
      .where('id', '>=', range.from)
      .where('id', '<=', range.to)
      .execute();
    for (const row of rows) all.push({ ...row, total: 1 });
  }
  return all.sort((one, other) => (one.status < other.status ? -1 : 1));
}

function sumOf(groups: readonly { total: number }[]) {
  return groups.reduce((sum, { total }) => sum + total, 0);
}

export async function insertEvent(tx: Db, event: Insertable<Tables['applicant_events']>) {
  await tx.insertInto('applicant_events').values(event).execute();
}

/** Adds a change of status by `who` to the history. */
async function insertMove(
  tx: Db,
  applicantId: RowId,
  move: Pick<Insertable<Tables['applicant_events']>, 'from_status' | 'to_status' | 'who'>,
) {
  await insertEvent(tx, { applicant_id: applicantId, type: 'status', ...move, created_at: isoNow() });
}

export function eventsOf(db: Db, applicantId: RowId) {
  return db
    .selectFrom('applicant_events')
    .selectAll()
    .where('applicant_id', '=', applicantId)
    .orderBy('id')
    .execute();
}

export function insertNote(tx: Db, applicantId: RowId, note: { note: string; who: string }) {
  const now = isoNow();
  return tx
    .insertInto('applicant_notes')
    .values({ applicant_id: applicantId, ...note, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Finds a note that is not deleted, on an applicant who is not deleted. */
export function findNote(db: Db, id: RowId) {
  return db
    .selectFrom('applicant_notes')
    .innerJoin('applicants', 'applicants.id', 'applicant_notes.applicant_id')
    .selectAll('applicant_notes')
    .where('applicant_notes.id', '=', id)
    .where('applicant_notes.deleted_at', 'is', null)
    .where('applicants.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Changes the text of a note; its author and time stay the same. */
export function updateNote(tx: Db, before: { id: RowId; updated_at: string }, note: string) {
  return tx
    .updateTable('applicant_notes')
    .set({ note, updated_at: isoAfter(before.updated_at) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function notesOf(db: Db, applicantId: RowId) {
  return db
    .selectFrom('applicant_notes')
    .selectAll()
    .where('applicant_id', '=', applicantId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Marks an applicant as read. `updated_at` does not change, since the data of the applicant stays the same. */
export async function markRead(db: Db, id: RowId) {
  await db.updateTable('applicants').set({ is_read: 1 }).where('id', '=', id).execute();
}

/**
 * Changes only the fields that were sent; a new status is added to the history, and one that ends the application marks
 * the applicant as read. Needs a transaction.
 */
export async function changeApplicant(
  tx: Db,
  before: ApplicantRow,
  change: Omit<ApplicantChange, 'updated_at'>,
  who: string,
) {
  const status = change.status ?? before.status;
  const reason = change.reject_reason ?? before.reject_reason;
  const isClosed = status !== before.status && closedStatuses.includes(status);
  const after = await tx
    .updateTable('applicants')
    .set({
      status,
      // An applicant who returns to the pipeline loses the old reason for rejection.
      reject_reason: (status === 'rejected' && reason) || null,
      rating: change.rating ?? before.rating,
      is_read: change.is_read ?? (isClosed ? 1 : before.is_read),
      retain_until: change.retain_until ?? retentionAfter(before, status),
      updated_at: isoAfter(before.updated_at),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await noteEdit(tx, 'applicants', after, who);
  if (status !== before.status) {
    await insertMove(tx, before.id, { from_status: before.status, to_status: status, who });
  }
  return after;
}

/**
 * Makes the same change to many applicants. Returns the previous state of the changed applicants; applicants that no
 * longer exist are left out. `reason` is the reason for rejection. Needs a transaction.
 */
export async function changeApplicants(
  tx: Db,
  ids: readonly RowId[],
  action: BulkAction,
  admin: Admin | undefined,
  reason: string | null = null,
) {
  const who = nameOf(admin);
  const changed: ApplicantRow[] = [];
  for (const before of await findAll(tx, ids)) {
    if (action === 'delete') await softDeleteRow(tx, 'applicants', before.id, admin?.id);
    else if (action === 'read' || action === 'unread') {
      const isRead = action === 'read' ? 1 : 0;
      if (before.is_read === isRead) continue;
      await changeApplicant(tx, before, { ...nothing, is_read: isRead }, who);
    } else {
      if (before.status === action) continue;
      await changeApplicant(tx, before, { ...nothing, status: action, reject_reason: reason }, who);
    }
    changed.push(before);
  }
  return changed;
}

const nothing = { status: null, reject_reason: null, rating: null, is_read: null, retain_until: null };

function findAll(tx: Db, ids: readonly RowId[]) {
  return tx
    .selectFrom('applicants')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Returns the retention after a change of status: an applicant who was marked as spam by mistake gets the normal
 * retention of an application.
 */
function retentionAfter(before: ApplicantRow, status: ApplicantStatus) {
  if (before.status !== 'spam' || status === 'spam') return before.retain_until;
  const usual = retainUntil(new Date(before.last_submitted_at));
  return before.retain_until > usual ? before.retain_until : usual;
}
