import { type Kysely, type SqlBool, sql } from 'kysely';
import { dialectOf, strict } from '../dialect.ts';
import { lockKey } from '../postgres-locks.ts';
import { insertSignal } from '../signals.ts';
import type { SiteDb } from '../site-types.ts';
import { addTextColumn } from './add-text-column.ts';

/** Creates the table of redirects (bff/redirects) unless it exists. */
export async function makeRedirectsTable(
  unknown: Pick<Kysely<unknown>, 'schema' | 'getExecutor'>,
): Promise<void> {
  const db = unknown as Kysely<unknown>;
  await db.schema
    .createTable('redirects')
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('from_path', 'text', (column) => column.notNull())
    .addColumn('to_path', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('hits', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('last_hit_at', 'integer')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('deleted_at', 'integer')
    .modifyEnd(strict(db))
    .execute();
  await db.schema
    .createIndex('redirects_by_address')
    .ifNotExists()
    .unique()
    .on('redirects')
    .column('from_path')
    .where(sql<SqlBool>`deleted_at is null`)
    .execute();
  await db.schema
    .createIndex('redirects_by_revision')
    .ifNotExists()
    .on('redirects')
    .column('revision')
    .execute();
}

/** Adds the column for who made the last change. */
export async function addRedirectEditors(db: Pick<Kysely<unknown>, 'schema' | 'getExecutor'>): Promise<void> {
  await addTextColumn(db as Kysely<unknown>, 'redirects', 'who');
}

/**
 * Begins a change: locks the redirects until the end of the transaction, because a check for loops needs all of them and
 * the numbers in `revision` must become visible in order, and announces the change for when it commits. SQLite needs
 * neither: a writing transaction is always alone, and so is the process.
 */
export async function lockRedirects(transaction: SiteDb): Promise<void> {
  if (dialectOf(transaction) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${sql.raw(lockKey('redirects'))})`.execute(transaction);
  await insertSignal(transaction, 'redirects');
}
