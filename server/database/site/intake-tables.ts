import { type Kysely, sql } from 'kysely';
import { isDiskFull } from '../../process/data-dir.ts';
import { dialectOf } from '../dialect.ts';
import { isBusy } from '../errors.ts';
import { lockKey } from '../postgres-locks.ts';
import type { SiteDb } from '../site-types.ts';
import { makeIntakeTables } from './tables.ts';

/**
 * Pragmas that must be set before the file is created. With them SQLite overwrites deleted data, and can free its
 * space.
 */
export const intakePragmas = 'pragma auto_vacuum = incremental; pragma secure_delete = on;';

/** Migrates intake.sqlite of any release to the present tables, all or nothing. */
export async function prepareIntakeFile(db: SiteDb) {
  await (db as never as Kysely<unknown>).transaction().execute(async (transaction) => {
    await makeIntakeTables(transaction);
    const tables = await transaction.introspection.getTables();
    if (tables.some(({ name }) => name === 'items')) await moveIn(transaction);
  });
}

/** Moves the forms from the tables that release 0.1 has in this file to those that it has on PostgreSQL. */
async function moveIn(db: Kysely<unknown>) {
  const told = sql.raw(
    'key, reference, call, received_at, state, attempts, failures, next_at, is_sending, may_be_twice, is_noticed, bytes, head, problem',
  );
  await sql`insert into intake_items (${told}) select ${told} from items order by id`.execute(db);
  await sql`insert into intake_pieces (item_id, number, sealed)
    select intake_items.id, number, sealed from pieces
    join items on items.id = item_id join intake_items on intake_items.key = items.key`.execute(db);
  await sql`drop table pieces`.execute(db);
  await sql`drop table items`.execute(db);
}

/**
 * Truncates SQLite's log, in which deleted rows remain until then, and frees their space. Does not wait: if a backup
 * is reading, the next deletion truncates the log. PostgreSQL frees space on its own.
 */
export async function truncateLog(db: SiteDb) {
  if (dialectOf(db) !== 'sqlite') return;
  try {
    await sql`pragma incremental_vacuum`.execute(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  } catch (error) {
    if (!isBusy(error) && !isDiskFull(error)) throw error;
  }
}

/**
 * Locks the intake until the end of the transaction, so that no other process can find room and use it in between. On
 * SQLite no lock is needed, since a writing transaction is always alone.
 */
export async function lockIntake(transaction: SiteDb) {
  if (dialectOf(transaction) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${sql.raw(lockKey('intake'))})`.execute(transaction);
}
