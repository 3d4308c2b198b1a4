import type { Insertable, Selectable } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import type { VersionedResource } from '#shared/schemas/versions.ts';
import { countRows, readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';
import { forgetTexts } from './version-texts.ts';

export type VersionRow = Selectable<Tables['versions']>;
/** A version in a list, without its fields and its text. */
export type ListedVersionRow = Omit<VersionRow, 'fields' | 'text_hash' | 'seen' | 'resource' | 'row_id'>;

/** Reads one page of the versions of a record, newest first. */
export function pageOfVersions(
  db: Db,
  resource: VersionedResource,
  rowId: RowId,
  page: number,
): Promise<Page<ListedVersionRow>> {
  const ofThing = (tx: Db) =>
    tx.selectFrom('versions').where('resource', '=', resource).where('row_id', '=', rowId);
  return readPage(
    db,
    page,
    (tx) => countRows(ofThing(tx).select((select) => select.fn.countAll().as('total'))),
    (tx, limit, offset) =>
      ofThing(tx)
        .select(['id', 'number', 'kind', 'at', 'who_id', 'who', 'title', 'changed', 'restored'])
        .orderBy('number', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
  );
}

export function findVersion(db: Db, id: RowId): Promise<VersionRow | undefined> {
  return db.selectFrom('versions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the newest version of a record. */
export function lastVersion(
  db: Db,
  resource: VersionedResource,
  rowId: RowId,
): Promise<VersionRow | undefined> {
  return db
    .selectFrom('versions')
    .selectAll()
    .where('resource', '=', resource)
    .where('row_id', '=', rowId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the version before this one. */
export async function previousVersion(
  tx: Db,
  resource: VersionedResource,
  rowId: RowId,
  id: RowId,
): Promise<RowId | undefined> {
  const row = await tx
    .selectFrom('versions')
    .select('id')
    .where('resource', '=', resource)
    .where('row_id', '=', rowId)
    .where('id', '<', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Adds a version, and deletes versions beyond the limit for one record. */
export async function insertVersion(tx: Db, values: Insertable<Tables['versions']>): Promise<RowId> {
  const { id } = await tx.insertInto('versions').values(values).returning('id').executeTakeFirstOrThrow();
  const tooOld = await tx
    .selectFrom('versions')
    .select('id')
    .where('resource', '=', values.resource)
    .where('row_id', '=', values.row_id)
    .where('number', '<=', values.number - limits.versionsAtMost)
    .execute();
  await eraseVersions(
    tx,
    tooOld.map((row) => row.id),
  );
  return id;
}

/** Records that the record still matched this version when its row had this `updated_at`. */
export async function noteSeen(tx: Db, id: RowId, updatedAt: string): Promise<void> {
  await tx.updateTable('versions').set({ seen: updatedAt }).where('id', '=', id).execute();
}

/** Returns versions from before `end`, except the newest ones of each record. */
export async function oldVersions(tx: Db, end: string, limit: number): Promise<RowId[]> {
  const rows = await tx
    .selectFrom('versions as version')
    .select('version.id')
    .where('version.at', '<', end)
    .where('version.number', '<=', (select) =>
      select
        .selectFrom('versions as newest')
        .select((part) => part(part.fn.max('newest.number'), '-', limits.versionsKept).as('number'))
        .whereRef('newest.resource', '=', 'version.resource')
        .whereRef('newest.row_id', '=', 'version.row_id'),
    )
    .orderBy('version.at')
    .orderBy('version.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Erases versions, and the texts that only they use. */
export async function eraseVersions(tx: Db, ids: readonly RowId[]): Promise<void> {
  if (ids.length === 0) return;
  await forgetTexts(tx, ids);
  await tx.deleteFrom('versions').where('id', 'in', ids).execute();
}

/** Deletes the versions of erased records. */
export async function forgetVersions(
  tx: Db,
  resource: VersionedResource,
  rowIds: readonly RowId[],
): Promise<void> {
  if (rowIds.length === 0) return;
  const rows = await tx
    .selectFrom('versions')
    .select('id')
    .where('resource', '=', resource)
    .where('row_id', 'in', rowIds)
    .execute();
  await eraseVersions(
    tx,
    rows.map(({ id }) => id),
  );
}
