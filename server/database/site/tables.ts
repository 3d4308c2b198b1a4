import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { isDiskFull } from '../../process/data-dir.ts';
import { addMissingColumns, create, type Definitions } from '../create-tables.ts';
import { dialectOf, lockKey } from '../dialect.ts';
import { isBusy } from '../errors.ts';
import type { SiteDb } from '../site-types.ts';
import { tasksTable } from '../tasks-table.ts';

/** A database with any tables. */
type AnyTables = Pick<Kysely<unknown>, 'schema' | 'getExecutor'>;

/** Columns that lists do not read are the last ones. */
const bff: Definitions = ({ id, strict }) => `
create table revoked_sessions (id text primary key, until integer not null)${strict};
create table void_devices (account text primary key, until integer not null, forget_at integer not null)${strict};
create table activity_people (id ${id}, key text unique, host_id text, name text, email text)${strict};
create table activity (
  key text primary key, at integer not null, person_id integer, action text not null, resource text, resource_id integer,
  fields text not null default '', address text, request text, outcome text not null, resource_text text
)${strict};
create table activity_moments (name text primary key, at integer not null)${strict};
create table redirects (
  id ${id}, from_path text not null, to_path text not null, source text not null, hits integer not null default 0,
  last_hit_at integer, created_at integer not null, updated_at integer not null, revision integer not null,
  deleted_at integer, who text
)${strict};
create unique index redirects_by_address on redirects (from_path) where deleted_at is null;
create index redirects_by_revision on redirects (revision);
create table keepsakes (
  key text primary key, resource text not null, thing_id text not null, who text not null, kept_at integer not null,
  bytes integer not null, head blob not null, files blob not null
)${strict};
create index keepsakes_of on keepsakes (who, kept_at);
create table overwritten (
  key text primary key, resource text not null, thing_id text not null, number integer not null, who text not null,
  is_accepted integer not null, kept_at integer not null, bytes integer not null, head blob not null,
  thing blob not null, files blob not null
)${strict};
create index overwritten_of on overwritten (resource, thing_id, number);
create table engine_fills (id integer primary key, groups text not null, decided_at text not null);
create table saved_sites (number integer primary key, saved_at integer not null, who text, site text not null)${strict};
create table site_files (name text primary key, added_at integer not null, bytes blob not null)${strict}`;

/**
 * One index for each filter of the activity log, in the order of the log, so that a filtered page is read directly.
 */
const activityIndexes = `
create index activity_in_order on activity (at, key);
create index activity_person_id_in_order on activity (person_id, at, key);
create index activity_action_in_order on activity (action, at, key);
create index activity_resource_in_order on activity (resource, at, key);
create index activity_resource_resource_id_in_order on activity (resource, resource_id, at, key);
create index activity_person_id_action_in_order on activity (person_id, action, at, key);
create index activity_person_id_resource_in_order on activity (person_id, resource, at, key);
create index activity_action_resource_in_order on activity (action, resource, at, key);
create index activity_addresses on activity (at) where address is not null;
create index activity_resource_resource_text_in_order on activity (resource, resource_text, at, key) where resource_text is not null`;

/** Tables that processes share: on SQLite there is one process, which keeps their content in memory or in files. */
const shared: Definitions = ({ id }) => `
create table signals (id ${id}, sender text not null, kind text not null, value text not null, at integer not null);
create index signals_by_time on signals (at);
create table counts (
  kind text not null, key text not null, value text not null, forget_at integer not null,
  constraint counts_by_key primary key (kind, key)
);
create index counts_by_end on counts (kind, forget_at);
create table last_backup (id integer primary key, record text not null)`;

/** All data that identifies a sender is in `head`, `problem` and `sealed`. */
const intake: Definitions = ({ id, strict }) => `
create table intake_items (
  id ${id}, key text not null unique, reference text not null, call text not null, received_at integer not null,
  state text not null, attempts integer not null default 0, failures integer not null default 0,
  next_at integer not null default 0, is_sending integer not null default 0, may_be_twice integer not null default 0,
  is_noticed integer not null default 0, bytes integer not null default 0, head blob not null, problem blob,
  claimed_by text not null default '', claimed_until integer not null default 0
)${strict};
create index intake_items_state on intake_items (state, id);
create table intake_pieces (
  item_id integer not null references intake_items (id) on delete cascade, number integer not null, sealed blob not null,
  constraint intake_pieces_key primary key (item_id, number)
)${strict}`;

/** Makes the tables of the BFF (server/bff), and adds what those of an earlier release lack. */
export async function makeBffTables(unknown: AnyTables) {
  const db = unknown as Kysely<unknown>;
  await create(db, bff);
  await addMissingColumns(db, 'activity', ['resource_text text']);
  await addMissingColumns(db, 'redirects', ['who text']);
  await create(db, activityIndexes);
}

/** Makes the tables that processes share. */
export const makeSharedTables = (db: AnyTables) => create(db as Kysely<unknown>, shared);

/** Makes the tables of waiting forms: tasks, and what release 0.1 has queued. */
async function makeIntakeTables(db: AnyTables) {
  await create(db as Kysely<unknown>, intake);
  await create(db as Kysely<unknown>, tasksTable('intake_tasks'));
}

/** The steps of the releases so far; what they did is in tables.ts. */
const done =
  `0001-signals 0002-sessions 0003-counts 0004-intake 0005-last-backup 0006-activity 0007-redirects 0008-keepsakes
  0009-activity-text-ids 0010-engine-fills 0011-overwritten 0012-saved-sites`.split(/\s+/);

/**
 * The migrations of the BFF's tables and of the tables for communication between processes, on PostgreSQL. On SQLite
 * these tables are in separate files, and are created when the files are opened.
 */
export const siteMigrations: Record<string, Migration> = {
  ...Object.fromEntries(done.map((name) => [name, { up: async () => {} }])),
  '0013-redirect-editors': {
    async up(db) {
      await makeSharedTables(db);
      await makeIntakeTables(db);
      await makeBffTables(db);
    },
  },
  '0014-intake-tasks': { up: (db) => create(db, tasksTable('intake_tasks')) },
};

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

/**
 * Locks the redirects until the end of the transaction, because a check for loops needs all of them, and each change
 * is dated later than the one before. SQLite needs no lock: a writing transaction is always alone.
 */
export async function lockRedirects(transaction: SiteDb) {
  if (dialectOf(transaction) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${sql.raw(lockKey('redirects'))})`.execute(transaction);
}
