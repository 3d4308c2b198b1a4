import { setImmediate } from 'node:timers/promises';
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { csvHead, csvLine } from '#shared/csv.ts';
import { applicant, sentFields } from '#shared/entities/applicant.ts';
import { inOrderOf } from '#shared/in-order-of.ts';
import {
  type ApplicantChange,
  type ApplicantCounts,
  type ApplicantSort,
  type ApplicantStatus,
  type BulkAction,
  closedStatuses,
} from '#shared/schemas/applicant.ts';
import {
  isoNow,
  noteEdit,
  reading,
  readPage,
  shownId,
  softDeleteRow,
  updateRow,
} from '../../database/rows.ts';
import { matchesWords, wordsOf } from '../../database/search.ts';
import type { Db, RowId, Tables } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { type Admin, nameOf } from '../auth/accounts.ts';
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
  return reading(db, async (tx) => {
    const { counts, unread, total } = await countApplicants(tx, filters);
    const found = await readPage(
      tx,
      page,
      async () => total,
      async (_tx, limit, offset) => {
        // Only ids are sorted: a search may find most applicants, whose texts would be sorted with them.
        const ordered = orders[sort].reduce(
          (query, [column, direction]) => query.orderBy(column, direction),
          pickApplicants(tx, filters).select('id'),
        );
        const ids = (await ordered.limit(limit).offset(offset).execute()).map(({ id }) => id);
        const rows = await tx.selectFrom('applicants').selectAll().where('id', 'in', ids).execute();
        return withEarlier(
          tx,
          await withFirst(
            tx,
            inOrderOf(ids, rows, ({ id }) => id),
          ),
        );
      },
      perPage,
    );
    return { ...found, counts, unread };
  });
}

/** Selects the applicants that match the filters, without deleted ones. */
function pickApplicants(db: Db, filters: ApplicantFilters) {
  const { status } = filters;
  const query = inAllStatuses(db, filters);
  return status === undefined ? query.where(notSpam) : query.where('status', '=', status);
}

/**
 * Returns the ids of all applicants that match the filters, if there are no more than `most`. Throws AppError
 * `applicants.tooMany` (422).
 */
export async function idsOfApplicants(db: Db, filters: ApplicantFilters, most: number) {
  const rows = await pickApplicants(db, filters)
    .select(['id', 'public_id'])
    .limit(most + 1)
    .execute();
  assertThat(rows.length <= most, 'applicants.tooMany', 422, { values: { limit: most } });
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

/** The `job_id` of the `applicant_counts` rows for all applicants, and for those without a job (migrations/schema.ts). */
const everybody = -1;
const withoutJob = 0;

/**
 * Counts the applicants that match the filters. `counts` has the numbers by status, to which the filter by status does
 * not apply, so that an admin sees for every status how many applicants it would show.
 */
async function countApplicants(db: Db, filters: ApplicantFilters) {
  const { job_id: job, is_read: read, status, search } = filters;
  const groups =
    search === undefined
      ? await db
          .selectFrom('applicant_counts')
          .select(['status', 'is_read', 'total'])
          .where('job_id', '=', job === 'none' ? withoutJob : (job ?? everybody))
          .$if(read !== undefined, (query) => query.where('is_read', '=', Number(read)))
          .orderBy('status')
          .execute()
      : await inAllStatuses(db, filters)
          .select(({ fn }) => ['status' as const, 'is_read' as const, fn.countAll<number>().as('total')])
          .groupBy(['status', 'is_read'])
          .orderBy('status')
          .execute();
  const counts: ApplicantCounts = {};
  const sums = { unread: 0, total: 0 };
  for (const group of groups) {
    const total = Number(group.total);
    counts[group.status] = (counts[group.status] ?? 0) + total;
    if (status ? group.status !== status : group.status === 'spam') continue;
    sums.total += total;
    if (!group.is_read) sums.unread += total;
  }
  return { counts, ...sums };
}

/** Selects the applicants that are not deleted, in every status, by all other filters. */
function inAllStatuses(db: Db, { job_id: jobId, is_read: isRead, search }: ApplicantFilters) {
  let query = db.selectFrom('applicants').where('deleted_at', 'is', null);
  if (jobId === 'none') query = query.where('job_id', 'is', null);
  else if (jobId !== undefined) query = query.where('job_id', '=', jobId);
  if (isRead !== undefined) query = query.where('is_read', '=', Number(isRead));
  if (search !== undefined) query = query.where(matchesWords(db, 'applicants', wordsOf(search)));
  return query;
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
  return updateRow(tx, 'applicant_notes', before, { note });
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
  const after = await updateRow(tx, 'applicants', before, {
    status,
    // An applicant who returns to the pipeline loses the old reason for rejection.
    reject_reason: (status === 'rejected' && reason) || null,
    rating: change.rating ?? before.rating,
    is_read: change.is_read ?? (isClosed ? 1 : before.is_read),
    retain_until: change.retain_until ?? retentionAfter(before, status),
  });
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

/** Number of rows that one query reads. That takes a few milliseconds, and the whole file is never in memory. */
const batch = 200;

/** The exported fields of an applicant and of their first submission, by column heading. */
const columns = {
  Reference: 'reference',
  Name: 'name',
  Email: 'email',
  Phone: 'phone',
  City: 'city',
  Job: 'job_title',
  Status: 'status',
  'Reason for rejection': 'reject_reason',
  Rating: 'rating',
  Read: 'is_read',
  Source: 'source',
  Portfolio: 'portfolio_url',
  LinkedIn: 'linkedin_url',
  CV: 'cv_name',
  Submissions: 'submissions_count',
  Applied: 'created_at',
  'Last submission': 'last_submitted_at',
  'Kept until': 'retain_until',
} as const satisfies Record<string, keyof typeof applicant.fields>;
const names = Object.values(columns);
type Cell = string | number | null;

/**
 * Yields all applicants that match the filters as a CSV file, newest first. Applicants who arrive meanwhile are left
 * out. Other calls run between the batches, and a batch is read only when the receiver is ready for it.
 */
export async function* exportApplicants(db: Db, filters: ApplicantFilters): AsyncGenerator<string> {
  yield csvHead(columns);
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await exportedRows(db, filters, before);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => csvLine(names.map((name) => cellOf(name, row[name])))).join('');
    before = last.id;
    await setImmediate();
  }
}

async function exportedRows(db: Db, filters: ApplicantFilters, before: RowId) {
  const rows = await pickApplicants(db, filters)
    .innerJoin('applicant_submissions as sent', (join) =>
      join.onRef('sent.applicant_id', '=', 'applicants.id').on('sent.number', '=', 1),
    )
    .select(names.map((name) => (name in sentFields ? `sent.${name}` : `applicants.${name}`) as 'sent.name'))
    .select('applicants.id')
    .where('applicants.id', '<', before)
    .orderBy('applicants.id', 'desc')
    .limit(batch)
    .execute();
  // Kysely cannot type a selection by a list of column names, so the type is stated here.
  return rows as unknown as (Record<(typeof names)[number], Cell> & { id: RowId })[];
}

function cellOf(name: (typeof names)[number], value: Cell) {
  return applicant.fields[name].kind === 'flag' ? (value ? 'yes' : 'no') : value;
}
