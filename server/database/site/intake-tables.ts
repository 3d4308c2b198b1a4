import { type Kysely, sql } from 'kysely';
import { isDiskFull } from '../../data-dir.ts';
import { dialectOf, strict } from '../dialect.ts';
import { isBusy } from '../errors.ts';
import { lockKey } from '../postgres-locks.ts';
import type { SiteDb } from '../site-types.ts';

/** Said before the file is made: what is deleted is overwritten, and its room given back. */
export const intakePragmas = 'pragma auto_vacuum = incremental; pragma secure_delete = on;';

/** Forms that wait, and their sealed files. Everything that tells who sent something is in `head`, `problem` and `sealed`. */
export async function makeIntakeTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('intake_items')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('received_at', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('is_sending', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('may_be_twice', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('is_noticed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('bytes', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('head', 'blob', (column) => column.notNull())
    .addColumn('problem', 'blob')
    .addColumn('claimed_by', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('claimed_until', 'integer', (column) => column.notNull().defaultTo(0))
    .modifyEnd(strict(db))
    .execute();
  await indexStates(db);
  await db.schema
    .createTable('intake_pieces')
    .addColumn('item_id', 'integer', (column) =>
      column.notNull().references('intake_items.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('sealed', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('intake_pieces_key', ['item_id', 'number'])
    .modifyEnd(strict(db))
    .execute();
}

async function indexStates(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('intake_items_state').on('intake_items').columns(['state', 'id']).execute();
}

/** Brings intake.sqlite to the present tables, whichever release has made it; all of it or nothing of it. */
export async function prepareIntakeFile(db: SiteDb): Promise<void> {
  await (db as never as Kysely<unknown>).transaction().execute(async (transaction) => {
    const there = new Set((await transaction.introspection.getTables()).map(({ name }) => name));
    if (!there.has('intake_items')) {
      if (there.has('items')) await rename(transaction);
      else await makeIntakeTables(transaction);
    } else if (there.has('items')) {
      await moveIn(transaction);
    }
    await indexQueue(transaction);
  });
}

/**
 * For whose turn it is, and what there is room for: without it each look would read all forms, and the process would stand still
 * meanwhile. PostgreSQL reads a few thousand rows beside our work.
 */
async function indexQueue(db: Kysely<unknown>): Promise<void> {
  const columns = sql.raw('state, next_at, bytes, received_at');
  await sql`create index if not exists intake_items_queue on intake_items (${columns})`.execute(db);
}

/** The names of former releases. */
async function rename(db: Kysely<unknown>): Promise<void> {
  await sql`alter table items rename to intake_items`.execute(db);
  await sql`alter table pieces rename to intake_pieces`.execute(db);
  await sql`drop index items_state`.execute(db);
  await indexStates(db);
  await sql`alter table intake_items add column claimed_by text not null default ''`.execute(db);
  await sql`alter table intake_items add column claimed_until integer not null default 0`.execute(db);
}

/** A former release has run on the file once more: what it was given waits behind the rest. */
async function moveIn(db: Kysely<unknown>): Promise<void> {
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
 * What was deleted still stands in SQLite's log until that is cut. Nobody is waited for: a backup that reads does not stop us, and then
 * the next deletion does it. PostgreSQL gives room back by itself.
 */
export async function giveBackRoom(db: SiteDb): Promise<void> {
  if (dialectOf(db) !== 'sqlite') return;
  try {
    await sql`pragma incremental_vacuum`.execute(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  } catch (error) {
    if (!isBusy(error) && !isDiskFull(error)) throw error;
  }
}

/** Until the end of the transaction no other process looks whether there is room, and takes it. On SQLite a transaction that writes is alone. */
export async function lockIntake(transaction: SiteDb): Promise<void> {
  if (dialectOf(transaction) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${sql.raw(lockKey('intake'))})`.execute(transaction);
}
