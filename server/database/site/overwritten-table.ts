import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

/**
 * The table of states that were overwritten at an API host of other habits (hosts/keep), unless the table is there. What is long stands last: lists read
 * past it.
 */
export async function makeOverwrittenTable(
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
