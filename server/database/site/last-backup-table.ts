import type { Kysely } from 'kysely';
import type { SiteDb } from '../site-types.ts';

/**
 * Creates the table for the result of the last backup (last-backup.ts), which all processes share. On SQLite the
 * result is in a file of the data folder instead.
 */
export async function makeLastBackupTable(db: Pick<Kysely<unknown>, 'schema'>): Promise<void> {
  await db.schema
    .createTable('last_backup')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('record', 'text', (column) => column.notNull())
    .execute();
}

/** Returns the record as text; undefined when no backup was ever attempted. */
export async function readLastBackup(db: SiteDb): Promise<string | undefined> {
  return (await db.selectFrom('last_backup').select('record').executeTakeFirst())?.record;
}
