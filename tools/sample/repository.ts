import type { Generated, Kysely } from 'kysely';
import type { SampleResource } from '../../server/database/bookkeeping-types.ts';
import { isoNow } from '../../server/database/clock.ts';
import type { RowId } from '../../server/database/row-id.ts';
import type { Db } from '../../server/database/types.ts';

/** A row of the sample content that has not been erased. */
export interface SampleRow {
  resource: SampleResource;
  id: RowId;
}

/**
 * Resources with sample content, in the order in which their rows are removed: rows that belong to another row come
 * before that row.
 */
export const sampleResources = [
  'project',
  'category',
  'blog',
  'job',
  'team_member',
] as const satisfies readonly SampleResource[];

const tables = {
  project: { table: 'projects', title: 'title' },
  category: { table: 'categories', title: 'title' },
  blog: { table: 'blogs', title: 'blog_title' },
  job: { table: 'jobs', title: 'title' },
  team_member: { table: 'team_members', title: 'name' },
} as const;

type SampleTable = (typeof tables)[SampleResource]['table'];

/**
 * The columns that are common to all these tables. A query on "one of these tables" cannot be typed in kysely, so it
 * is typed with this interface.
 */
interface AnyRow {
  id: Generated<RowId>;
  title: string;
  blog_title: string;
  name: string;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
}

function anyOf(db: Db): Kysely<Record<SampleTable, AnyRow>> {
  return db as unknown as Kysely<Record<SampleTable, AnyRow>>;
}

/** Returns the title and version of a row, even if the row is in the trash. */
export async function findSampleRow(
  db: Db,
  { resource, id }: SampleRow,
): Promise<{ title: string; updated_at: string; deleted_at: string | null } | undefined> {
  const { table, title } = tables[resource];
  return anyOf(db)
    .selectFrom(table)
    .select([`${title} as title`, 'updated_at', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the number of rows of a resource that are not in the trash. */
export async function countRows(db: Db, resource: SampleResource): Promise<number> {
  const { count } = await anyOf(db)
    .selectFrom(tables[resource].table)
    .select(({ fn }) => fn.countAll().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Sets the dates of a row, which visitors see, to the earlier date `at`. */
export async function backdate(db: Db, { resource, id }: SampleRow, at: string): Promise<void> {
  await anyOf(db)
    .updateTable(tables[resource].table)
    .set({ created_at: at, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** Sets an earlier date of posting for a job, which `backdate` does not change. */
export async function backdatePosting(db: Db, jobId: RowId, at: string): Promise<void> {
  await db.updateTable('jobs').set({ posted_at: at }).where('id', '=', jobId).execute();
}

/** Sets what the library knows of a picture: its alternative text, and its focal point if that is not the middle. */
export async function describePicture(
  db: Db,
  file: string,
  about: { alt: string; focus_x?: number; focus_y?: number },
): Promise<void> {
  await db.updateTable('pictures').set(about).where('file', '=', file).execute();
}

/** Replaces the text of a project by one that differs in the addresses of its links only. */
export async function replaceText(db: Db, projectId: RowId, description: string): Promise<void> {
  await db.updateTable('projects').set({ description }).where('id', '=', projectId).execute();
}

/** True if anyone has applied for a job, even if the application is in the trash. */
export async function hasApplicants(db: Db, jobId: RowId): Promise<boolean> {
  const found = await db
    .selectFrom('applicants')
    .select('id')
    .where('job_id', '=', jobId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** True if a category has a project, even one in the trash, since that could be restored. */
export async function hasProjects(db: Db, categoryId: RowId): Promise<boolean> {
  const found = await db
    .selectFrom('projects')
    .select('id')
    .where('category_id', '=', categoryId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function markSampleRow(db: Db, { resource, id }: SampleRow, hash: string): Promise<void> {
  await db.insertInto('sample_rows').values({ resource, row_id: id, fingerprint: hash }).execute();
}

/** Returns the rows of a resource that were added as sample content, each with the hash that it had at that time. */
export async function sampleRowsOf(
  db: Db,
  resource: SampleResource,
): Promise<(SampleRow & { hash: string })[]> {
  const rows = await db
    .selectFrom('sample_rows')
    .select(['row_id as id', 'fingerprint as hash'])
    .where('resource', '=', resource)
    .orderBy('row_id')
    .execute();
  return rows.map((row) => ({ ...row, resource }));
}

export async function unmarkSampleRow(db: Db, { resource, id }: SampleRow): Promise<void> {
  await db.deleteFrom('sample_rows').where('resource', '=', resource).where('row_id', '=', id).execute();
}

export async function recordSampleState(db: Db, state: 'added' | 'removed' | 'declined'): Promise<void> {
  await db.insertInto('sample_states').values({ state, at: isoNow() }).execute();
}
