import type { Generated, Kysely } from 'kysely';
import { versionedResources } from '#shared/schemas/versions.ts';
import { forgetAuthors, isoAfter, isoNow, noteDeletion } from '../../database/rows.ts';
import type { Db, RowId, SoftDeleted, Tables } from '../../database/types.ts';
import { tables } from './tables.ts';
import { eraseVersions, versionsOf } from './versions.ts';

/** Tables with a trash: a deleted row is only marked as deleted, and is erased later. */
export type TrashTable = {
  [Name in keyof Tables]: Tables[Name] extends SoftDeleted ? Name : never;
}[keyof Tables];

/** Columns that all tables with a trash have; kysely cannot type a query on "one of several tables". */
interface TrashRow extends SoftDeleted {
  id: Generated<RowId>;
  updated_at: string;
}

export function trashed(db: Db) {
  return db as unknown as Kysely<Record<TrashTable, TrashRow>>;
}

/** Marks a row as deleted by this admin; false when it does not exist or is already deleted. */
export async function softDeleteRow(db: Db, table: TrashTable, id: RowId, adminId?: RowId): Promise<boolean> {
  if (!db.isTransaction) return db.transaction().execute((tx) => softDeleteRow(tx, table, id, adminId));
  const result = await trashed(db)
    .updateTable(table)
    .set({ deleted_at: isoNow() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await noteDeletion(db, table, id, adminId);
  return true;
}

/** Restores a row that was deleted after `end`; false when there is none. */
export async function restoreRow(db: Db, table: TrashTable, id: RowId, end: string) {
  const row = await trashed(db)
    .selectFrom(table)
    .select('updated_at')
    .where('id', '=', id)
    .where('deleted_at', '>=', end)
    .executeTakeFirst();
  if (!row) return false;
  await trashed(db)
    .updateTable(table)
    .set({ deleted_at: null, updated_at: isoAfter(row.updated_at) })
    .where('id', '=', id)
    .execute();
  await forgetAuthors(db, table, [id], ['deletions']);
  return true;
}

export async function eraseRows(db: Db, table: TrashTable, ids: readonly RowId[]) {
  if (ids.length === 0) return;
  await trashed(db).deleteFrom(table).where('id', 'in', ids).execute();
  await forgetAuthors(db, table, ids);
  const resource = versionedResources.find((each) => tables[each].noun.table === table);
  if (resource) await eraseVersions(db, await versionsOf(db, resource, ids).select('id').execute());
}
