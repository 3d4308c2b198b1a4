import type { Kysely } from 'kysely';
import type { VersionedResource } from '#shared/schemas/versions.ts';
import { isoAfter } from '../../database/clock.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { nameOf } from '../auth/name-of.ts';
import type { Admin } from '../auth/repository.ts';
import { noteEdit } from '../edits/repository.ts';
import { pictureColumns } from '../media/file-columns.ts';
import { saveVersion } from '../row-records/save-version.ts';
import { type UserTable, usersOf } from './uses-repository.ts';

const versionedAs: Partial<Record<UserTable, VersionedResource>> = { blogs: 'blog', projects: 'project' };

/**
 * Replaces a file wherever it is used, the trash included; each record that uses it gets a new version, made by
 * `admin`. Call it in the transaction of the change.
 */
export async function replaceEverywhere(
  tx: Db,
  before: string,
  after: string,
  admin: Admin | undefined,
): Promise<void> {
  const users = await usersOf(tx, before);
  const keeps: (() => Promise<RowId | undefined>)[] = [];
  for (const { table, id } of users) {
    const resource = versionedAs[table];
    if (!resource) continue;
    const keep = await saveVersion(tx, resource, id);
    keeps.push(() => keep(admin));
  }
  for (const { table, column } of pictureColumns) {
    // Kysely cannot type an update of "one of these columns".
    const anyTable = tx as unknown as Kysely<Record<string, Record<string, string>>>;
    await anyTable
      .updateTable(table)
      .set({ [column]: after })
      .where(column, '=', before)
      .execute();
  }
  const who = nameOf(admin);
  for (const { table, id, updated_at } of users) {
    const version = { id, updated_at: isoAfter(updated_at) };
    await tx.updateTable(table).set({ updated_at: version.updated_at }).where('id', '=', id).execute();
    await noteEdit(tx, table, version, who);
  }
  for (const keep of keeps) await keep();
}
