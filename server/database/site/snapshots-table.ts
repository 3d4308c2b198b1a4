import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

/**
 * Creates the table of snapshots of an API host's deleted records (hosts/snapshots) unless it exists. `files` is the
 * last column, so that lists do not read it.
 */
export async function makeSnapshotsTable(
  unknown: Pick<Kysely<unknown>, 'schema' | 'getExecutor'>,
): Promise<void> {
  const db = unknown as Kysely<unknown>;
  await db.schema
    .createTable('keepsakes')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('thing_id', 'text', (column) => column.notNull())
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('kept_at', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('head', 'blob', (column) => column.notNull())
    .addColumn('files', 'blob', (column) => column.notNull())
    .modifyEnd(strict(db))
    .execute();
  await db.schema
    .createIndex('keepsakes_of')
    .ifNotExists()
    .on('keepsakes')
    .columns(['who', 'kept_at'])
    .execute();
}
