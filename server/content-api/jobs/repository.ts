import type { ExpressionBuilder } from 'kysely';
import { job } from '#shared/entities/job.ts';
import { endOf, type JobInput, type JobStatus } from '#shared/schemas/job.ts';
import { isoNow } from '../../database/clock.ts';
import type { RowId } from '../../database/row-id.ts';
import { ownSearchText } from '../../database/search-texts.ts';
import type { Db, Tables } from '../../database/types.ts';
import type { ListedRowOf, RowOf } from '../content/table.ts';
import { jobs } from '../content/tables.ts';
import { freeSlug, slugOf } from './slug.ts';

export type JobRow = RowOf<typeof job>;
/** A job in a list, without its description, which may be megabytes. */
export type ListedJobRow = ListedRowOf<typeof job>;

/**
 * Presents jobs with the number of their applicants and how many of them are unread, without spam and deleted
 * applicants.
 */
export async function withCounts<Row extends { id: RowId }, Shown>(
  db: Db,
  rows: readonly Row[],
  present: (row: Row) => Shown,
) {
  const ids = rows.map(({ id }) => id);
  const counts = await db
    .selectFrom('applicant_counts')
    .select(['job_id', 'is_read', 'total'])
    .where('job_id', 'in', ids)
    .where('status', '<>', 'spam')
    .execute();
  return rows.map((row) => {
    const own = counts.filter(({ job_id }) => job_id === row.id);
    const sum = (some: typeof own) => some.reduce((all, { total }) => all + total, 0);
    const unread_count = sum(own.filter(({ is_read }) => !is_read));
    return { ...present(row), applicants_count: sum(own), unread_count };
  });
}

/** Adds a job, by default as a draft. Needs a transaction: the slug depends on existing ones. */
export async function insertJob(tx: Db, input: JobInput, zone: string) {
  const status = input.status ?? 'draft';
  return jobs.insert(tx, {
    ...columnsOf(input, zone),
    slug: await chooseSlug(tx, input.title),
    v_order: input.v_order ?? 0,
    ...posted(status),
  });
}

/**
 * Changes a job. The slug follows the title until the job is posted; after that it stays, since the job's URL may be
 * known.
 */
export async function updateJob(tx: Db, before: JobRow, input: JobInput, zone: string) {
  return jobs.update(tx, before, {
    ...columnsOf(input, zone),
    slug: before.posted_at === null ? await chooseSlug(tx, input.title, before.id) : before.slug,
    v_order: input.v_order ?? before.v_order,
    ...posted(input.status ?? before.status, before),
  });
}

export function updateJobStatus(tx: Db, before: JobRow, status: JobStatus) {
  return jobs.update(tx, before, posted(status, before));
}

/** `posted_at` is the first time that a job was open, and never changes. */
function posted(status: JobStatus, before?: JobRow) {
  return { status, posted_at: before?.posted_at ?? (status === 'open' ? isoNow() : null) };
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
export async function renewEnds(db: Db, zone: string) {
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
async function chooseSlug(tx: Db, title: string, own?: RowId) {
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
