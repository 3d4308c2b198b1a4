import { type Kysely, PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * The SQL dialect of a database. All code whose SQL differs between SQLite and PostgreSQL uses the functions of this
 * file.
 */
export type Dialect = 'sqlite' | 'postgres';

/** A database, or a transaction on one. */
type Queries = Pick<Kysely<unknown>, 'getExecutor'>;

/** Returns the SQL dialect of a query's database, or of the database of its transaction. */
export function dialectOf(db: Queries) {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * PostgreSQL's types for the types of the schema builder. As in SQLite, integers have 64 bits, reals are doubles, and
 * texts sort by their bytes, in every locale of the database.
 */
export const postgresTypes: Record<string, string> = {
  integer: 'bigint',
  real: 'double precision',
  blob: 'bytea',
  text: 'text collate "C"',
};

/** SQL that is true where `text` contains `part` literally. */
export function contains(db: Queries, text: RawBuilder<unknown>, part: string) {
  return dialectOf(db) === 'sqlite'
    ? sql<SqlBool>`instr(${text}, ${part}) > 0`
    : sql<SqlBool>`strpos(${text}, ${part}) > 0`;
}

/** Moves the id sequence past an id that was set explicitly. SQLite does this automatically. */
export async function advanceIdsPast(db: Queries, table: string, id: number) {
  if (dialectOf(db) === 'sqlite') return;
  await sql`select setval(name, greatest(${id}::bigint, coalesce(pg_sequence_last_value(name::regclass), 0)))
    from (select pg_get_serial_sequence(${table}, 'id') as name) as sequence`.execute(db);
}

/**
 * Returns an id for a row that is about to be added. PostgreSQL gives this id to no other row; SQLite guarantees that
 * only as long as no other writer adds rows.
 */
export async function nextId(db: Queries, table: string) {
  const { rows } = await (dialectOf(db) === 'sqlite'
    ? sql<{
        id: number;
      }>`select coalesce((select seq from sqlite_sequence where name = ${table}), 0) + 1 as id`
    : sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id`
  ).execute(db);
  return Number(rows[0]?.id);
}

/**
 * Milliseconds since 1970 by the clock that all processes on the database share: the PostgreSQL server's, or this
 * machine's on SQLite.
 */
export async function timeOf(db: Queries) {
  if (dialectOf(db) === 'sqlite') return Date.now();
  // It advances within a statement and a transaction.
  const { rows } = await sql<{ now: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  return Number(rows[0]?.now);
}

/**
 * The first number of all advisory locks of this product (PostgreSQL, §13.3.5); the second number names the purpose.
 */
const ours = 0x5374_7564;

/**
 * Returns the two numbers of an advisory lock, as SQL. They depend on the schema, so sites in separate schemas of one
 * database do not wait for each other. `name` is a constant of the code, never input.
 */
export function lockKey(name: string) {
  if (!/^[a-z-]+$/.test(name)) throw new Error(`lockKey: ${name} is not the name of a lock`);
  return `${ours}, hashtext(current_schema() || ' ${name}')`;
}

/** The channel of this schema on which processes notify each other of new signals, as SQL. */
export const channelName = "'studio_' || substr(md5(current_schema()), 1, 16)";

/**
 * Every process on the database holds this lock in shared mode. A command that moves or restores the database holds
 * it in exclusive mode.
 */
export const presenceLock = lockKey('presence');
/** The lock of the process that writes content (docs/decisions/0039). */
export const writersLock = lockKey('writers');
