import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

/** The table of things that were deleted at an API host of other habits (hosts/keep), unless the table is there. The files stand last: lists read past them. */
export async function makeKeepsakesTable(
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
