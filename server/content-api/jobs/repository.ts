import type { ExpressionBuilder, Selectable } from 'kysely';
import { namesWhere } from '#shared/entities/entity.ts';
import { job } from '#shared/entities/job.ts';
import { inOrderOf } from '#shared/in-order-of.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import { endOf, type JobInput, type JobStatus } from '#shared/schemas/job.ts';
import { isoAfter, isoNow } from '../../database/clock.ts';
import { createQueryCache } from '../../database/query-cache.ts';
import { countRows, nearerEnd, readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import { matchesWords, wordsOf } from '../../database/search.ts';
import { ownSearchText } from '../../database/search-texts.ts';
import type { Db, Tables } from '../../database/types.ts';
import { type ApplicantCounts, applicantCounts, numbersOf } from './applicants-repository.ts';
import { freeSlug, slugOf } from './slug.ts';

export type JobRow = Selectable<Tables['jobs']>;
/** A job in a list, without its description, which may be megabytes. */
export type ListedJobRow = Omit<JobRow, 'description' | 'search_text' | 'extra'>;

const listedColumns = [
  ...['id', 'public_id', 'deleted_at', 'ends_at'],
  ...namesWhere(job.fields, ({ kind, column }) => kind !== 'rich' && column !== false),
] as (keyof ListedJobRow)[];

/** Cached ids of the jobs that a search has found, in order. */
const found = createQueryCache<RowId[]>();

/**
 * Reads one page of all jobs that are not deleted, with their numbers of applicants. Sorted by drag position, then by
 * posting time, newest first.
 */
export function pageOfJobs(
  db: Db,
  page: number,
  filters: { status?: JobStatus; search?: string },
): Promise<Page<ListedJobRow & ApplicantCounts>> {
  const { status, search } = filters;
  const ofStatus = (tx: Db) =>
    tx
      .selectFrom('jobs')
      .where('deleted_at', 'is', null)
      .$if(status !== undefined, (query) => query.where('status', '=', status as JobStatus));
  const inOrder = (tx: Db, backwards = false) =>
    ofStatus(tx)
      .orderBy('v_order', backwards ? 'desc' : 'asc')
      .orderBy('posted_at', (posted) => (backwards ? posted.asc().nullsFirst() : posted.desc().nullsLast()))
      .orderBy('id', backwards ? 'asc' : 'desc');
  if (search !== undefined) return pageOfFoundJobs(db, page, inOrder, status, wordsOf(search));
  return readPage(
    db,
    page,
    (tx) => countRows(ofStatus(tx).select((select) => select.fn.countAll().as('total'))),
    async (tx, perPage, start, total) => {
      const { limit, offset, backwards } = nearerEnd(total, perPage, start);
      const rows = await inOrder(tx, backwards)
        .select(listedColumns)
        .select(applicantCounts)
        .limit(limit)
        .offset(offset)
        .execute();
      return (backwards ? rows.reverse() : rows).map(counted);
    },
  );
}

function counted<Row extends Record<keyof ApplicantCounts, unknown>>(row: Row) {
  return { ...row, ...numbersOf(row) };
}

/** Reads one page of search results: the ids of all results are cached, and only the rows of the page are read. */
function pageOfFoundJobs(
  db: Db,
  page: number,
  inOrder: (tx: Db) => ReturnType<typeof allJobs>,
  status: JobStatus | undefined,
  words: readonly string[],
): Promise<Page<ListedJobRow & ApplicantCounts>> {
  let ids: RowId[] = [];
  return readPage(
    db,
    page,
    async (tx) => {
      ids = await found(db, tx, [status, words], async () => {
        const rows = await inOrder(tx)
          .select('id')
          .where(matchesWords(tx, 'jobs', words))
          .execute();
        return rows.map(({ id }) => id);
      });
      return ids.length;
    },
    async (tx, limit, offset) => {
      const some = ids.slice(offset, offset + limit);
      if (some.length === 0) return [];
      const rows = await jobsOf(tx, some).select(applicantCounts).execute();
      return inOrderOf(some, rows, ({ id }) => id).map(counted);
    },
  );
}

const allJobs = (db: Db) => db.selectFrom('jobs');

function jobsOf(db: Db, ids: readonly RowId[]) {
  return allJobs(db).select(listedColumns).where('id', 'in', ids);
}

/** Returns the jobs with these ids, with the columns that lists need, in the order of `ids`. */
export async function jobsInOrder(db: Db, ids: readonly RowId[]): Promise<ListedJobRow[]> {
  return ids.length === 0 ? [] : inOrderOf(ids, await jobsOf(db, ids).execute(), ({ id }) => id);
}

/** Finds a job that is not deleted, open or not. */
export function findJob(db: Db, id: RowId): Promise<JobRow | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Adds a job, by default as a draft. Needs a transaction: the slug depends on existing ones. */
export async function insertJob(tx: Db, input: JobInput, zone: string): Promise<JobRow> {
  const now = isoNow();
  const status = input.status ?? 'draft';
  return tx
    .insertInto('jobs')
    .values({
      ...columnsOf(input, zone),
      slug: await chooseSlug(tx, input.title),
      status,
      v_order: input.v_order ?? 0,
      posted_at: status === 'open' ? now : null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Changes a job. The slug follows the title until the job is posted; after that it stays, since the job's URL may be
 * known.
 */
export async function updateJob(tx: Db, before: JobRow, input: JobInput, zone: string): Promise<JobRow> {
  const status = input.status ?? before.status;
  return tx
    .updateTable('jobs')
    .set({
      ...columnsOf(input, zone),
      slug: before.posted_at === null ? await chooseSlug(tx, input.title, before.id) : before.slug,
      status,
      v_order: input.v_order ?? before.v_order,
      ...stamps(before, status),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateJobStatus(tx: Db, before: JobRow, status: JobStatus): Promise<JobRow> {
  return tx
    .updateTable('jobs')
    .set({ status, ...stamps(before, status) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** `posted_at` is the first time that a job was open, and never changes. */
function stamps(before: JobRow, status: JobStatus) {
  const now = isoAfter(before.updated_at);
  return { posted_at: before.posted_at ?? (status === 'open' ? now : null), updated_at: now };
}

function columnsOf(
  { status: _status, v_order: _order, updated_at: _version, ...input }: JobInput,
  zone: string,
) {
  return {
    ...input,
    ends_at: endOf(input.closes_at, zone),
    search_text: ownSearchText(job.fields, input),
  };
}

/** Brings the ends of jobs that close on a day into the company's time zone, which may have changed. */
export async function renewEnds(db: Db, zone: string): Promise<void> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'closes_at', 'ends_at'])
    .where('closes_at', 'is not', null)
    .execute();
  for (const { id, closes_at, ends_at } of jobs) {
    const end = endOf(closes_at, zone);
    // Of two processes, each writes only what it has read.
    if (end !== ends_at)
      await db
        .updateTable('jobs')
        .set({ ends_at: end })
        .where('id', '=', id)
        .where('closes_at', '=', closes_at)
        .execute();
  }
}

/** Returns an unused slug. Slugs of deleted jobs count as used, since the jobs may be restored. */
async function chooseSlug(tx: Db, title: string, own?: RowId): Promise<string> {
  const slug = slugOf(title);
  // "-" comes directly before "." in the alphabet of slugs, so this range is every slug that begins with "slug-".
  const isNumbered = (where: ExpressionBuilder<Tables, 'jobs'>) =>
    where.and([where('slug', '>=', `${slug}-`), where('slug', '<', `${slug}.`)]);
  const similar = await tx
    .selectFrom('jobs')
    .select(['id', 'slug'])
    .where((where) => where.or([where('slug', '=', slug), isNumbered(where)]))
    .execute();
  return freeSlug(
    slug,
    similar.filter(({ id }) => id !== own).map((other) => other.slug),
  );
}
