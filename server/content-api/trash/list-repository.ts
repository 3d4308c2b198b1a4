import { type Kysely, sql } from 'kysely';
import type { Entity } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { rowIdsOf, shownId } from '../../database/public-ids.ts';
import { countRows } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import type { TrashEntry } from './entry.ts';

/** A deleted row, without its name. */
export interface DeletedRow {
  resource: TrashResource;
  id: RowId;
  deletedAt: string;
}

type AnyTable = Kysely<Record<string, { id: RowId; public_id: string | null; deleted_at: string | null }>>;

/** Counts the rows of this kind that were deleted at `end` or later. */
export function countDeleted(tx: Db, { table }: TrashEntry, end: string): Promise<number> {
  return countRows(
    (tx as unknown as AnyTable)
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('total'))
      .where('deleted_at', '>=', end),
  );
}

/** Returns those rows of a kind that were deleted last; with `backwards` those that were deleted first. */
export async function deletedFromEnd(
  tx: Db,
  { table, resource }: TrashEntry,
  end: string,
  { limit, backwards }: { limit: number; backwards: boolean },
): Promise<DeletedRow[]> {
  const direction = backwards ? 'asc' : 'desc';
  const rows = await (tx as unknown as AnyTable)
    .selectFrom(table)
    .select(['id', 'deleted_at'])
    .where('deleted_at', '>=', end)
    .orderBy('deleted_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ resource, id: Number(row.id), deletedAt: row.deleted_at ?? '' }));
}

/** The public id and the name of a deleted row. */
export interface NamedRow {
  shown: Id;
  name: string;
  by: string | null;
}

/** SQL for the names of rows without a title. */
const names: Partial<Record<TrashResource, string>> = {
  message: `coalesce(subject, name, account_identifier, '')`,
  tech_image: `(select title from categories where categories.id = category_id)`,
  project_image: `(select title from projects where projects.id = project_id)`,
  applicant_note: `(select name from applicants where applicants.id = applicant_id)`,
};

/** Returns the column or SQL expression for the name under which the trash shows a row. */
function nameOf(resource: TrashResource): string {
  const nouns: Readonly<Partial<Record<string, Entity>>> = entities;
  return names[resource] ?? nouns[resource]?.title ?? '';
}

/** Returns the names of rows of a kind by their public ids, deleted rows included. */
export async function titlesOf(
  db: Db,
  entries: readonly TrashEntry[],
  resource: TrashResource,
  asked: readonly Id[],
): Promise<Map<Id, string>> {
  const table = entries.find((each) => each.resource === resource)?.table;
  if (!table) return new Map();
  const ids = [...(await rowIdsOf(db, table, asked)).values()];
  const rows = await (db as unknown as AnyTable)
    .selectFrom(table)
    .select(['id', 'public_id'])
    .select(sql<string | null>`${sql.raw(nameOf(resource))}`.as('name'))
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [shownId({ ...row, id: Number(row.id) }), row.name ?? '']));
}

/**
 * Returns the names and public ids of these rows, and the name of the admin who deleted each row; no name if that
 * admin was removed.
 */
export async function namesOfDeleted(
  tx: Db,
  { table, resource }: TrashEntry,
  ids: readonly RowId[],
): Promise<Map<RowId, NamedRow>> {
  if (ids.length === 0) return new Map();
  const rows = await (tx as unknown as AnyTable)
    .selectFrom(table)
    .select(['id', 'public_id'])
    .select(sql<string | null>`${sql.raw(nameOf(resource))}`.as('name'))
    .where('id', 'in', ids)
    .execute();
  const deleted = await tx
    .selectFrom('deletions')
    .innerJoin('admins', 'admins.id', 'deletions.admin_id')
    .select(['row_id', 'name', 'email'])
    .where('resource', '=', table)
    .where('row_id', 'in', ids)
    .execute();
  const by = new Map(deleted.map((row) => [Number(row.row_id), row.name || row.email]));
  return new Map(
    rows.map((row) => {
      const id = Number(row.id);
      return [id, { shown: shownId({ ...row, id }), name: row.name ?? '', by: by.get(id) ?? null }];
    }),
  );
}
