import type { Insertable, Selectable } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import type { VersionedResource } from '#shared/schemas/versions.ts';
import { publicIdAt } from '../../database/public-ids.ts';
import { countRows, readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';
import { forgetTexts } from './version-texts.ts';

export type VersionRow = Selectable<Tables['versions']>;
/** A version as lists have it: without its fields, and its text is elsewhere anyhow. */
export type ListedVersionRow = Omit<VersionRow, 'fields' | 'text_hash' | 'seen' | 'resource' | 'row_id'>;

/** One page of the versions of a thing, newest first. */
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

/** The same with the text by which its thing is known. */
export function findShownVersion(db: Db, id: RowId) {
  return db
    .selectFrom('versions')
    .selectAll()
    .select((select) =>
      select
        .case('resource')
        .when('blog')
        .then(publicIdAt('blogs', 'versions.row_id'))
        .when('project')
        .then(publicIdAt('projects', 'versions.row_id'))
        .else(publicIdAt('jobs', 'versions.row_id'))
        .end()
        .as('row_public_id'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The newest version of a thing. */
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

/** The version that came before this one. */
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

/** Adds a version, and lets go of what is more than a thing may have. */
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

/** Notes that the thing is still what this version says, in the version of the row that it has by now. */
export async function noteSeen(tx: Db, id: RowId, updatedAt: string): Promise<void> {
  await tx.updateTable('versions').set({ seen: updatedAt }).where('id', '=', id).execute();
}

/** Versions from before `end` that are not among the newest of their thing. */
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

/** Erases versions with the texts that only they had. */
export async function eraseVersions(tx: Db, ids: readonly RowId[]): Promise<void> {
  if (ids.length === 0) return;
  await forgetTexts(tx, ids);
  await tx.deleteFrom('versions').where('id', 'in', ids).execute();
}

/** For things that are erased. */
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
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += batch) await eraseVersions(tx, ids.slice(at, at + batch));
}

/** Bound parameters of one statement. */
const batch = 500;
