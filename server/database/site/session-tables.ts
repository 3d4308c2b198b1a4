import type { Kysely } from 'kysely';
import { strict } from '../dialect.ts';

/** A database with any tables. */
type AnyTables = Pick<Kysely<unknown>, 'schema' | 'getExecutor'>;

/** Creates the tables of ended sessions and of devices unless they exist (bff/session). */
export async function makeSessionTables(db: AnyTables): Promise<void> {
  await db.schema
    .createTable('revoked_sessions')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('until', 'integer', (column) => column.notNull())
    .modifyEnd(strict(db as Kysely<unknown>))
    .execute();
  await db.schema
    .createTable('void_devices')
    .ifNotExists()
    .addColumn('account', 'text', (column) => column.primaryKey())
    .addColumn('until', 'integer', (column) => column.notNull())
    .addColumn('forget_at', 'integer', (column) => column.notNull())
    .modifyEnd(strict(db as Kysely<unknown>))
    .execute();
}

/**
 * Creates the table of counts that processes share (counts.ts). On SQLite there is one process, which counts in
 * memory.
 */
export async function makeCountsTable(db: AnyTables): Promise<void> {
  await db.schema
    .createTable('counts')
    .ifNotExists()
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('forget_at', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('counts_by_key', ['kind', 'key'])
    .modifyEnd(strict(db as Kysely<unknown>))
    .execute();
  await db.schema
    .createIndex('counts_by_end')
    .ifNotExists()
    .on('counts')
    .columns(['kind', 'forget_at'])
    .execute();
}
