import {
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';

/** What a database speaks. Whoever writes SQL that is not the same in both asks here, and nowhere else. */
export type Dialect = 'sqlite' | 'postgres';

/** What the database of a query, or of the transaction that it is made in, speaks. */
export function dialectOf(db: Pick<Kysely<unknown>, 'getExecutor'>): Dialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/** The last words of `create table`: SQLite would otherwise put any value into any column (sqlite.org/stricttables.html). */
export function strict(db: Kysely<unknown>): RawBuilder<unknown> {
  return dialectOf(db) === 'sqlite' ? sql`strict` : sql``;
}

/** As `strict`, for a table that is found by its key alone, and lies in its order (sqlite.org/withoutrowid.html). */
export function strictByKey(db: Kysely<unknown>): RawBuilder<unknown> {
  return dialectOf(db) === 'sqlite' ? sql`strict, without rowid` : sql``;
}

/** A column of an index in descending order, its nulls last, which is where SQLite has them. Queries say `desc().nullsLast()`. */
export function descending(db: Kysely<unknown>, column: string): RawBuilder<unknown> {
  return dialectOf(db) === 'sqlite' ? sql`${sql.ref(column)} desc` : sql`${sql.ref(column)} desc nulls last`;
}

/** True where `text` has `part` in it, sign for sign. */
export function contains(
  db: Pick<Kysely<unknown>, 'getExecutor'>,
  text: RawBuilder<unknown>,
  part: string,
): RawBuilder<SqlBool> {
  return dialectOf(db) === 'sqlite'
    ? sql<SqlBool>`instr(${text}, ${part}) > 0`
    : sql<SqlBool>`strpos(${text}, ${part}) > 0`;
}

/**
 * The value, without the planner looking for an index that has it (sqlite.org, The SQLite Query Optimizer Overview §3): where another
 * index gives the order that is wanted. PostgreSQL weighs that by what it knows of the rows.
 */
export function unindexed(
  db: Pick<Kysely<unknown>, 'getExecutor'>,
  value: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return dialectOf(db) === 'sqlite' ? sql`+${value}` : value;
}

/**
 * The rows that are found, locked until the end of the statement or transaction, without those that others have locked: work that several
 * processes take from one table (docs/decisions/0043). SQLite has one writer.
 */
export function untaken<Schema, Table extends keyof Schema, Row>(
  db: Pick<Kysely<unknown>, 'getExecutor'>,
  query: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> {
  return dialectOf(db) === 'sqlite' ? query : query.forUpdate().skipLocked();
}

/** After a row was given this id and did not get it from the database: what comes next is numbered behind it. SQLite does so by itself. */
export async function countBehind(
  db: Pick<Kysely<unknown>, 'getExecutor'>,
  table: string,
  id: number,
): Promise<void> {
  if (dialectOf(db) === 'sqlite') return;
  await sql`select setval(name, greatest(${id}::bigint, coalesce(pg_sequence_last_value(name::regclass), 0)))
    from (select pg_get_serial_sequence(${table}, 'id') as name) as sequence`.execute(db);
}

/** The id of a row that is about to be added: the database gives it to no other. On SQLite only as long as nobody else writes. */
export async function nextId(db: Pick<Kysely<unknown>, 'getExecutor'>, table: string): Promise<number> {
  const { rows } = await (dialectOf(db) === 'sqlite'
    ? sql<{
        id: number;
      }>`select coalesce((select seq from sqlite_sequence where name = ${table}), 0) + 1 as id`
    : sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id`
  ).execute(db);
  return Number(rows[0]?.id);
}

/** Milliseconds since 1970 by the clock of PostgreSQL's server, as SQL: it goes on within a statement and a transaction. */
export const serverTime: RawBuilder<number> = sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Milliseconds since 1970 by the one clock that every process on the database has: of its server, or of this machine. */
export async function timeOf(db: Pick<Kysely<unknown>, 'getExecutor'>): Promise<number> {
  if (dialectOf(db) === 'sqlite') return Date.now();
  const { rows } = await sql<{ now: number }>`select ${serverTime} as now`.execute(db);
  return Number(rows[0]?.now);
}
