import { existsSync } from 'node:fs';
import { mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type pg from 'pg';
import type { Logger } from 'pino';
import { MIB } from '#shared/limits.ts';
import { openDatabases } from '../../server/database/databases.ts';
import { migrate } from '../../server/database/migrate.ts';
import { firstSchema, migrations } from '../../server/database/migrations/index.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { ArchiveProblem, type Manifest, openRows, type Row, readRows, rowsPath } from './format.ts';

/** The files of a site on SQLite. */
export const databaseFiles = ['content.sqlite', 'bff.sqlite', 'intake.sqlite'] as const;

/**
 * Tables that no backup has: a session or a link that was used must not become valid again, and the others matter
 * only while processes run.
 */
export const neverKept: readonly string[] = ['tokens', 'account_links', 'signals', 'last_backup', 'counts'];

/** The rows of a site at one moment, in SQLite or PostgreSQL. Names of tables and columns come from the database. */
export interface Tables {
  /** Names of the migrations of the content, in order. */
  migrations(): Promise<string[]>;
  names(): Promise<string[]>;
  rows(table: string): AsyncIterable<Row> | Iterable<Row>;
  /** Returns the highest id that was ever given in a table; undefined if the database does not number its rows. */
  lastId(table: string): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Returns a name as SQL of both databases writes it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const list = (names: readonly string[]) => names.map(quoted).join(', ');

function tablesOf(database: DatabaseSync) {
  const rows = database
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table' order by name")
    .all();
  return rows.map(({ name }) => String(name)).filter((name) => !/^sqlite_|_migration(_lock)?$/.test(name));
}

/**
 * Opens the files of a site in `folder` for reading, all at almost one moment. The queue of forms comes first: a form
 * that is delivered meanwhile is then in both and is recognised, whereas in the other order it would be lost.
 * `meanwhile` runs while nobody can write content, just before the moment of the content. Rejects if a file is damaged.
 */
export async function readFiles(folder: string, meanwhile = async () => {}): Promise<Tables> {
  const opened = new Map<string, DatabaseSync>();
  const close = async () => {
    for (const database of opened.values()) database.close();
  };
  const begin = (name: string, readOnly = true) => {
    const path = join(folder, name);
    if (!existsSync(path)) return;
    const database = new DatabaseSync(path, { timeout: 30_000, readOnly });
    opened.set(name, database);
    database.exec('begin; select count(*) from sqlite_schema');
  };
  try {
    begin('intake.sqlite');
    const content = join(folder, 'content.sqlite');
    {
      using blocker = existsSync(content) ? new DatabaseSync(content, { timeout: 30_000 }) : undefined;
      blocker?.exec('begin immediate');
      await meanwhile();
      begin('content.sqlite', false);
      begin('bff.sqlite');
    }
    for (const [name, database] of opened) assertIntact(database, join(folder, name));
  } catch (error) {
    await close();
    const { errcode = 0 } = error as { errcode?: number };
    if (damaged.includes(errcode & 0xff))
      throw new ArchiveProblem(`A database in ${folder} is damaged: restore a backup.`, { cause: error });
    throw error;
  }
  const all = new Map(
    [...opened.values()].flatMap((database) => tablesOf(database).map((table) => [table, database])),
  );
  const of = (table: string) => all.get(table) as DatabaseSync;
  return {
    async migrations() {
      const rows = opened
        .get('content.sqlite')
        ?.prepare('select name from kysely_migration order by name')
        .all();
      return (rows ?? []).map(({ name }) => String(name));
    },
    names: async () => [...all.keys()],
    rows: (table) =>
      of(table)
        .prepare(`select * from ${quoted(table)}`)
        .iterate() as Iterable<Row>,
    async lastId(table) {
      const made = of(table).prepare('select sql from sqlite_schema where name = ?').get(table);
      if (!/autoincrement/i.test(String(made?.sql))) return undefined;
      return Number(of(table).prepare('select seq from sqlite_sequence where name = ?').get(table)?.seq ?? 0);
    },
    close,
  };
}

/** Result codes of SQLite: the file is damaged, or no database (sqlite.org/rescode.html). */
const damaged = [11, 26];

export function assertIntact(database: DatabaseSync, path: string) {
  try {
    const [found] = database.prepare('pragma integrity_check(1)').all();
    const wrong = database.prepare('pragma foreign_key_check').all();
    if (found?.integrity_check === 'ok' && wrong.length === 0) return;
  } catch (cause) {
    throw new ArchiveProblem(`${path} is damaged, or no database of this product.`, { cause });
  }
  throw new ArchiveProblem(`${path} is damaged.`);
}

/** A few rows at a time, since a text may have megabytes of pictures. */
const fetching = 'fetch 20 from carried';

/** Reads a site in PostgreSQL, in the transaction of `client` that the caller has begun. `own` are its tables. */
export function readPostgres(client: pg.Client, own: readonly string[]): Tables {
  const ask = async (text: string, values: unknown[] = []) => (await client.query<Row>(text, values)).rows;
  return {
    migrations: async () =>
      (await ask('select name from kysely_migration order by name')).map(({ name }) => String(name)),
    async names() {
      const rows = await ask(
        'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
      );
      return rows
        .map(({ name }) => String(name))
        .filter((name) => own.includes(name) && !/_migration(_lock)?$/.test(name));
    },
    async *rows(table) {
      await client.query(`declare carried no scroll cursor for select * from ${quoted(table)} order by 1`);
      for (let rows = await ask(fetching); rows.length > 0; rows = await ask(fetching)) yield* rows;
      await client.query('close carried');
    },
    async lastId(table) {
      const [made] = await ask(
        `select pg_get_serial_sequence(quote_ident($1), 'id') as name from information_schema.columns
          where table_schema = current_schema() and table_name = $1 and column_name = 'id'`,
        [table],
      );
      if (!made?.name) return undefined;
      const [row] = await ask(`select last_value as last, is_called as called from ${made.name}`);
      return Number(row?.last) - (row?.called ? 0 : 1);
    },
    close: async () => {},
  };
}

/** Writes the rows of all tables but `neverKept` into a folder, one file a table. Returns what the manifest says of them. */
export async function writeRows(source: Tables, folder: string) {
  const tables: Manifest['tables'] = {};
  for (const table of await source.names()) {
    if (neverKept.includes(table)) continue;
    const file = await openRows(folder, table);
    let rows = 0;
    try {
      for await (const row of source.rows(table)) {
        await file.add(row);
        rows += 1;
      }
    } finally {
      await file.close();
    }
    const last = await source.lastId(table);
    tables[table] = { rows, last_id: last };
  }
  return tables;
}

/**
 * Makes the files of an empty site in `folder`. `names` are the migrations of the content, by default all. Rejects with
 * `ArchiveProblem` if this release does not know one, or has another one before it.
 */
export async function freshFiles(folder: string, log: Logger, names = Object.keys(migrations)) {
  const content = openSqlite(join(folder, 'content.sqlite'));
  await migrate(content, { provided: knownMigrations(names) }).finally(() => content.destroy());
  const databases = await openDatabases({ DATA_DIR: folder }, log);
  try {
    await databases.openSessions();
    await databases.openIntake();
  } finally {
    await databases.close();
  }
}

/** Returns the migrations of these names, which must be the first of this release, and a schema that it can make. */
export function knownMigrations(names: readonly string[]) {
  const known = Object.entries(migrations).slice(0, names.length);
  const strange = names.filter((name) => !Object.hasOwn(migrations, name));
  if (strange.length > 0)
    throw new ArchiveProblem(`It comes from a newer release; this one does not know ${strange.join(', ')}.`);
  if (!names.includes(firstSchema) || known.map(([name]) => name).join() !== names.join())
    throw new ArchiveProblem(
      'It comes from an earlier release: restore it with that release, then start this one.',
    );
  return Object.fromEntries(known);
}

/** Returns the names of the tables that a site of this release has. */
export async function ownTables(log: Logger) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'studio-tables-'));
  await freshFiles(folder.path, log);
  const fresh = await readFiles(folder.path);
  const names = await fresh.names().finally(fresh.close);
  return [...new Set([...names, ...neverKept])];
}

/**
 * Puts the rows of `folder` into the fresh files of `target`, one transaction a file. The files that get no table are
 * deleted. Indexes for searching are built again; no trigger runs, since the rows that triggers make are among the
 * rows. Rejects with `ArchiveProblem`, which names table and line.
 */
export async function fillFiles(target: string, folder: string, { tables }: Manifest) {
  const rest = new Set(Object.keys(tables));
  for (const name of databaseFiles) {
    const path = join(target, name);
    const database = new DatabaseSync(path);
    let here: string[] = [];
    try {
      here = tablesOf(database).filter((table) => rest.delete(table));
      if (here.length === 0) continue;
      database.exec('pragma foreign_keys = off; begin');
      const triggers = database.prepare("select name, sql from sqlite_schema where type = 'trigger'").all();
      for (const trigger of triggers) database.exec(`drop trigger ${quoted(String(trigger.name))}`);
      for (const table of here) await fillTable(database, table, folder, tables[table]?.last_id);
      for (const { sql } of triggers) database.exec(String(sql));
      const indexes = database.prepare(
        "select name from pragma_table_list where type = 'virtual' and schema = 'main'",
      );
      for (const { name: index } of indexes.all())
        database.exec(`insert into ${quoted(String(index))} (${quoted(String(index))}) values ('rebuild')`);
      database.exec('commit; pragma journal_mode = delete');
      assertIntact(database, name);
    } finally {
      database.close();
      // Closing it first removes what SQLite keeps beside it.
      if (here.length === 0) await rm(path);
    }
  }
  refuseUnknown(rest);
}

function refuseUnknown(tables: ReadonlySet<string>) {
  if (tables.size > 0)
    throw new ArchiveProblem(`It has tables that this release does not know: ${[...tables].join(', ')}.`);
}

async function fillTable(database: DatabaseSync, table: string, folder: string, lastId: number | undefined) {
  database.exec(`delete from ${quoted(table)}`);
  const insert = inserterInto(database, table);
  let line = 0;
  for await (const row of readRows(folder, table)) {
    line += 1;
    insert(row, line);
  }
  if (lastId === undefined) return;
  database.prepare('delete from sqlite_sequence where name = ?').run(table);
  if (lastId > 0)
    database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, lastId);
}

/**
 * Returns a function that inserts a row. It throws `ArchiveProblem`, which names the file and the line, if the table
 * does not take it.
 */
export function inserterInto(database: DatabaseSync, table: string) {
  /** To prepare a statement takes five times as long as to insert a row by it; rows mostly have the same columns. */
  let last: { text: string; statement: StatementSync } | undefined;
  return (row: Row, line: number) => {
    const names = Object.keys(row);
    const text = `insert into ${quoted(table)} (${list(names)}) values (${names.map(() => '?').join(', ')})`;
    try {
      if (last?.text !== text) last = { text, statement: database.prepare(text) };
      last.statement.run(...(Object.values(row) as SQLInputValue[]));
    } catch (cause) {
      throw new ArchiveProblem(`${rowsPath(table)}, line ${line}: ${(cause as Error).message}`, { cause });
    }
  };
}

/**
 * Puts the rows of `folder` into the empty tables of PostgreSQL, in the transaction of `client`. Returns the number of
 * texts with a NUL, which PostgreSQL cannot store: U+FFFD is in its place.
 */
export async function fillPostgres(client: pg.Client, folder: string, { tables }: Manifest) {
  const ask = async (text: string) => (await client.query<Row>(text)).rows;
  const mine = 'in (select oid from pg_class where relnamespace = current_schema()::regnamespace)';
  const found = await ask('select tablename as name from pg_tables where schemaname = current_schema()');
  const here = new Set(found.map(({ name }) => String(name)));
  refuseUnknown(new Set(Object.keys(tables).filter((table) => !here.has(table))));
  const links = await ask(
    `select a.relname as table, b.relname as after from pg_constraint join pg_class a on a.oid = conrelid
      join pg_class b on b.oid = confrelid where contype = 'f' and conrelid ${mine} and conrelid <> confrelid`,
  );
  const counting = await ask(
    `select distinct tgrelid::regclass::text as name from pg_trigger where not tgisinternal and tgrelid ${mine}`,
  );
  // Triggers would change a row of counts with each row, and leave a dead version of it each time.
  for (const { name } of counting) await ask(`alter table ${name} disable trigger user`);
  let replaced = 0;
  for (const table of inOrder(Object.keys(tables), links)) {
    await ask(`delete from ${quoted(table)}`);
    replaced += await fillPostgresTable(client, table, folder);
    const last = tables[table]?.last_id;
    // `restart` is rolled back with the transaction; `setval` would not be.
    if (last !== undefined)
      await ask(`alter table ${quoted(table)} alter column id restart with ${last + 1}`);
  }
  for (const { name } of counting) await ask(`alter table ${name} enable trigger user`);
  return replaced;
}

/** Returns the tables in an order in which each comes after those to which it refers. */
function inOrder(tables: readonly string[], links: readonly Row[]) {
  const done = new Set<string>();
  const add = (table: string) => {
    if (done.has(table) || !tables.includes(table)) return;
    for (const { table: from, after } of links) if (from === table) add(String(after));
    done.add(table);
  };
  for (const table of tables) add(table);
  return [...done];
}

async function fillPostgresTable(client: pg.Client, table: string, folder: string) {
  let [replaced, bytes, line] = [0, 0, 0];
  let batch: Row[] = [];
  const flush = async () => {
    const names = list(Object.keys(batch[0] ?? {}));
    const text = `insert into ${quoted(table)} (${names}) select ${names} from json_populate_recordset(null::${quoted(table)}, $1)`;
    if (batch.length > 0)
      await client.query(text, [JSON.stringify(batch)]).catch((cause: Error) => {
        const lines = `lines ${line - batch.length + 1} to ${line}`;
        throw new ArchiveProblem(`${rowsPath(table)}, ${lines}: ${cause.message}`, { cause });
      });
    [batch, bytes] = [[], 0];
  };
  for await (const row of readRows(folder, table)) {
    for (const [name, value] of Object.entries(row)) {
      if (value instanceof Uint8Array) row[name] = `\\x${Buffer.from(value).toString('hex')}`;
      else if (typeof value === 'string' && value.includes('\0')) {
        row[name] = value.replaceAll('\0', '\ufffd');
        replaced += 1;
      }
      bytes += String(value).length;
    }
    line += 1;
    batch.push(row);
    if (bytes > MIB || batch.length >= 500) await flush();
  }
  await flush();
  return replaced;
}
