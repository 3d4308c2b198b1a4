import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

/**
 * Creates the table of revisions of an API host's overwritten records (hosts/snapshots) unless it exists. Long columns are
 * last, so that lists do not read them.
 */
export async function makeRevisionsTable(
  unknown: Pick<Kysely<unknown>, 'schema' | 'getExecutor'>,
): Promise<void> {
  const db = unknown as Kysely<unknown>;
  await db.schema
    .createTable('overwritten')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('thing_id', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('is_accepted', 'integer', (column) => column.notNull())
    .addColumn('kept_at', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('head', 'blob', (column) => column.notNull())
    .addColumn('thing', 'blob', (column) => column.notNull())
    .addColumn('files', 'blob', (column) => column.notNull())
    .modifyEnd(strict(db))
    .execute();
  await db.schema
    .createIndex('overwritten_of')
    .ifNotExists()
    .on('overwritten')
    .columns(['resource', 'thing_id', 'number'])
    .execute();
}
