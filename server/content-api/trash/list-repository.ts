import { type Kysely, sql } from 'kysely';
import type { Entity } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { rowIdsOf, shownId } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import type { TrashEntry } from './entry.ts';
import { trash } from './registry.ts';

/** The rows of these kinds that were deleted at `end` or later, as SQL. */
function deletedRows(entries: readonly TrashEntry[], end: string) {
  const each = entries.map(
    ({ resource, table }) =>
      sql`select ${sql.lit(resource)} as resource, id, deleted_at from ${sql.table(table)} where deleted_at >= ${end}`,
  );
  return sql`(${sql.join(each, sql` union all `)}) as deleted`;
}

/** Counts the deleted rows of each kind. */
export async function countDeleted(
  tx: Db,
  entries: readonly TrashEntry[],
  end: string,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ resource: TrashResource; total: number }>`
    select resource, count(*) as total from ${deletedRows(entries, end)} group by resource`.execute(tx);
  const none = Object.fromEntries(entries.map(({ resource }) => [resource, 0]));
  return { ...none, ...Object.fromEntries(rows.map(({ resource, total }) => [resource, Number(total)])) };
}

interface DeletedRow {
  resource: TrashResource;
  id: RowId;
  deleted_at: string;
}

/** Returns deleted rows with their names, the last deleted first. */
export async function deletedPage(
  tx: Db,
  entries: readonly TrashEntry[],
  end: string,
  { limit, offset }: { limit: number; offset: number },
) {
  const { rows } = await sql<DeletedRow>`select * from ${deletedRows(entries, end)}
    order by deleted_at desc, id desc, resource limit ${limit} offset ${offset}`.execute(tx);
  const known = new Map<string, NamedRow>();
  for (const entry of entries) {
    const ids = rows.filter(({ resource }) => resource === entry.resource).map(({ id }) => id);
    for (const row of await namesOf(tx, entry, ids)) known.set(`${entry.resource} ${row.id}`, row);
  }
  return rows.map(({ resource, id, deleted_at }) => {
    const { public_id, name, by, below } = known.get(`${resource} ${id}`) as NamedRow;
    return { resource, id: public_id ?? id, name: name ?? '', by, deleted_at, below: Number(below) };
  });
}

/** SQL for the names of rows without a title. */
const names: Partial<Record<TrashResource, string>> = {
  message: `coalesce(subject, name, account_identifier, '')`,
  tech_image: '(select title from categories where categories.id = category_id)',
  project_image: '(select title from projects where projects.id = project_id)',
  applicant_note: '(select name from applicants where applicants.id = applicant_id)',
};

interface NamedRow {
  id: RowId;
  public_id: string | null;
  name: string | null;
  /** The admin who deleted the row; null if that admin was removed. */
  by: string | null;
  /** The number of deleted rows that are erased with this one. */
  below: number;
}

/** Returns the names of these rows, deleted ones included. */
async function namesOf(db: Db, { resource, table }: TrashEntry, ids: readonly RowId[]): Promise<NamedRow[]> {
  if (ids.length === 0) return [];
  const nouns: Readonly<Partial<Record<string, Entity>>> = entities;
  const rows = await (db as unknown as Kysely<Record<string, { id: RowId; public_id: string | null }>>)
    .selectFrom(table)
    .select(['id', 'public_id'])
    .select([
      sql<string | null>`${sql.raw(names[resource] ?? nouns[resource]?.title ?? '')}`.as('name'),
      sql<string | null>`(select coalesce(nullif(admins.name, ''), admins.email) from deletions
        join admins on admins.id = deletions.admin_id
        where deletions.resource = ${table} and deletions.row_id = ${sql.table(table)}.id)`.as('by'),
      (resource === 'category'
        ? sql<number>`(select count(*) from projects where projects.category_id = categories.id)`
        : sql<number>`0`
      ).as('below'),
    ])
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Returns the names of rows of a kind by their public ids, deleted rows included. */
export async function titlesOf(
  db: Db,
  resource: TrashResource,
  asked: readonly Id[],
): Promise<Map<Id, string>> {
  const entry = trash.find((each) => each.resource === resource);
  if (!entry) return new Map();
  const ids = [...(await rowIdsOf(db, entry.table, asked)).values()];
  return new Map((await namesOf(db, entry, ids)).map((row) => [shownId(row), row.name ?? '']));
}
