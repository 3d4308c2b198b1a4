import { type Kysely, sql } from 'kysely';
import type { Id } from '#shared/id.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { rowIdsOf, shownId } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { findNote } from '../applicants/events-repository.ts';
import { cvFilesOf } from '../applicants/retention-chore.ts';
import { logos, projectImages, projects, tables } from '../content/tables.ts';
import type { TrashTable } from '../content/trash-repository.ts';

/** A resource with a trash: lists and reads leave out its rows with a `deleted_at`. */
export interface TrashEntry {
  resource: TrashResource;
  table: TrashTable;
  /** The name of a row; SQL. */
  name: string;
  /**
   * Checks a restored row, in the same transaction: throws AppError when it cannot be restored now, e.g. because the
   * record that it belongs to no longer exists.
   */
  assertFits?(tx: Db, id: RowId): Promise<void>;
  /** Deleted rows that belong to this row, and are erased with it. */
  below?: { table: TrashTable; by: string };
  /** Returns the files that only these rows name; they are erased too. */
  filesOf?(tx: Db, ids: readonly RowId[]): Promise<readonly (string | null)[]>;
}

/** The trash of an entity whose rows admins write in a form. */
function ofNoun(resource: keyof typeof tables) {
  const { noun } = tables[resource];
  const filesOf = (tx: Db, ids: readonly RowId[]) => tables[resource].filesOf(tx, ids);
  return { resource, table: noun.table, name: noun.title, filesOf };
}

/**
 * Every kind of row that can be restored. A kind comes after the kinds of its parts (a project after its images),
 * because rows are erased in this order.
 */
export const trash: readonly TrashEntry[] = [
  ofNoun('job'),
  {
    resource: 'applicant_note',
    table: 'applicant_notes',
    name: '(select name from applicants where applicants.id = applicant_id)',
    async assertFits(tx, id) {
      assertThat(await findNote(tx, id), 'applicant.notFound', 409);
    },
  },
  { resource: 'applicant', table: 'applicants', name: 'name', filesOf: cvFilesOf },
  {
    resource: 'project_image',
    table: 'project_images',
    name: '(select title from projects where projects.id = project_id)',
    ...projectImages,
  },
  {
    ...ofNoun('project'),
    async assertFits(tx, id) {
      const project = await projects.findListed(tx, id);
      assertThat(
        project && (await tables.category.exists(tx, project.category_id)),
        'project.categoryGone',
        409,
      );
    },
  },
  {
    resource: 'tech_image',
    table: 'tech_images',
    name: '(select title from categories where categories.id = category_id)',
    ...logos,
  },
  { ...ofNoun('category'), below: { table: 'projects', by: 'category_id' } },
  ofNoun('blog'),
  ofNoun('team_member'),
  { resource: 'message', table: 'messages', name: "coalesce(subject, name, account_identifier, '')" },
];

/** The rows of these kinds that were deleted at `end` or later, as SQL. */
function deletedRows(entries: readonly TrashEntry[], end: string) {
  const each = entries.map(
    ({ resource, table }) =>
      sql`select ${sql.lit(resource)} as resource, id, deleted_at from ${sql.table(table)} where deleted_at >= ${end}`,
  );
  return sql`(${sql.join(each, sql` union all `)}) as deleted`;
}

/** Counts the deleted rows of each kind. */
export async function countDeleted(tx: Db, entries: readonly TrashEntry[], end: string) {
  const { rows } = await sql<{ resource: TrashResource; total: number }>`
    select resource, count(*) as total from ${deletedRows(entries, end)} group by resource`.execute(tx);
  const counts: Record<string, number> = Object.fromEntries(entries.map(({ resource }) => [resource, 0]));
  for (const { resource, total } of rows) counts[resource] = Number(total);
  return counts;
}

/** Returns deleted rows with their names, the last deleted first. */
export async function deletedPage(
  tx: Db,
  entries: readonly TrashEntry[],
  end: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const { rows } = await sql<{ resource: TrashResource; id: RowId; deleted_at: string }>`
    select * from ${deletedRows(entries, end)}
    order by deleted_at desc, id desc, resource limit ${limit} offset ${offset}`.execute(tx);
  const known = new Map<string, Awaited<ReturnType<typeof namesOf>>[number]>();
  for (const entry of entries) {
    const ids = rows.filter(({ resource }) => resource === entry.resource).map(({ id }) => id);
    for (const row of await namesOf(tx, entry, ids)) known.set(`${entry.resource} ${row.id}`, row);
  }
  return rows.map(({ resource, id, deleted_at }) => {
    const { public_id = null, name, by = null, below } = known.get(`${resource} ${id}`) ?? {};
    return { resource, id: public_id ?? id, name: name ?? '', by, deleted_at, below: Number(below) };
  });
}

/** Returns the names of these rows, deleted ones included. */
async function namesOf(db: Db, { table, name, below }: TrashEntry, ids: readonly RowId[]) {
  if (ids.length === 0) return [];
  return (db as unknown as Kysely<Record<string, { id: RowId; public_id: string | null }>>)
    .selectFrom(table)
    .select(['id', 'public_id'])
    .select([
      sql<string | null>`${sql.raw(name)}`.as('name'),
      // Null if the admin who deleted the row was removed.
      sql<string | null>`(select coalesce(nullif(admins.name, ''), admins.email) from deletions
        join admins on admins.id = deletions.admin_id
        where deletions.resource = ${table} and deletions.row_id = ${sql.table(table)}.id)`.as('by'),
      // The number of deleted rows that are erased with this one.
      (below
        ? sql<number>`(select count(*) from ${sql.table(below.table)} where ${sql.ref(below.by)} = ${sql.ref(`${table}.id`)})`
        : sql<number>`0`
      ).as('below'),
    ])
    .where('id', 'in', ids)
    .execute();
}

/** Returns the names of rows of a kind by their public ids, deleted rows included. */
export async function titlesOf(db: Db, resource: TrashResource, asked: readonly Id[]) {
  const entry = trash.find((each) => each.resource === resource);
  if (!entry) return new Map<Id, string>();
  const ids = [...(await rowIdsOf(db, entry.table, asked)).values()];
  return new Map((await namesOf(db, entry, ids)).map((row) => [shownId(row), row.name ?? '']));
}
