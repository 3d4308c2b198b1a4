import type { Kysely } from 'kysely';

/** Signals between the processes of one site (postgres/signals.ts). */
export async function makeSignalsTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('signals')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('signals_by_time').on('signals').column('at').execute();
}
