import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { batchBytes, batchRows, type Row, sizeOf, type Target, type Value } from './side.ts';
import { bookkeeping, type CopiedTable, copiedTables, type SiteFile, tableFates } from './tables.ts';

export const siteFiles: readonly SiteFile[] = ['content.sqlite', 'bff.sqlite', 'intake.sqlite'];

/** Access to the existing database files of a site on SQLite. */
export interface SqliteSide extends Target {
  /** Returns the tables that the files contain and `tableFates` does not. The move would lose these tables. */
  strangers(): string[];
  /**
   * Returns where texts contain a NUL character, which PostgreSQL cannot store. `key` is the value of the row's first
   * column.
   */
  withNul(): { table: string; key: string; column: string }[];
  commit(): void;
  /** Rolls back uncommitted changes. */
  close(): void;
}

/**
 * Opens the database files in `folder`, each in a transaction of its own. No other process may use the files
 * meanwhile.
 */
export function openSqliteSide(folder: string): SqliteSide {
  const databases = openFiles(folder);

  function columnsIn({ file, name }: CopiedTable): Column[] {
    const rows = databases.get(file)?.prepare('select name, type, pk from pragma_table_info(?)').all(name);
    return (rows ?? []) as unknown as Column[];
  }

  function in_({ file, name }: CopiedTable): DatabaseSync {
    const database = databases.get(file);
    if (!database) throw new Error(`openSqliteSide: ${name} without ${file}`);
    return database;
  }

  return {
    columnsOf: async (table) =>
      columnsIn(table)
        .map(({ name }) => name)
        .sort(),
    countOf: async (table) =>
      Number(
        in_(table)
          .prepare(`select count(*) as n from ${named(table.name)}`)
          .get()?.n,
      ),
    async *batches(table, columns) {
      const statement = in_(table).prepare(`select ${list(columns)} from ${named(table.name)}`);
      statement.setReturnArrays(true);
      yield* batchesOf(statement.iterate() as Iterable<unknown> as Iterable<Value[]>);
    },
    async lastId(table) {
      const made = in_(table).prepare('select sql from sqlite_schema where name = ?').get(table.name);
      if (!/autoincrement/i.test(String(made?.sql))) return undefined;
      return Number(
        in_(table).prepare('select seq from sqlite_sequence where name = ?').get(table.name)?.seq ?? 0,
      );
    },
    kept: (value) => value,
    // There is nothing to prepare or finish, because the triggers of SQLite update the search index and the counts
    // with each inserted row.
    prepare: async () => {},
    finish: async () => {},
    async insert(table, columns, rows) {
      const places = columns.map(() => '?').join(', ');
      const statement = in_(table).prepare(
        `insert into ${named(table.name)} (${list(columns)}) values (${places})`,
      );
      for (const row of rows) statement.run(...(row as SQLInputValue[]));
    },
    async setLastId(table, id) {
      const database = in_(table);
      const { changes } = database
        .prepare('update sqlite_sequence set seq = ? where name = ?')
        .run(id, table.name);
      if (changes === 0 && id > 0)
        database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table.name, id);
    },
    strangers: () => [...databases.values()].flatMap(strangersIn),
    withNul: () =>
      copiedTables.flatMap((table) => {
        const columns = columnsIn(table);
        return columns.length > 0 ? nulsIn(in_(table), table.name, columns) : [];
      }),
    commit() {
      for (const database of databases.values()) database.exec('commit');
    },
    close() {
      for (const database of databases.values()) {
        if (!database.isOpen) continue;
        if (database.isTransaction) database.exec('rollback');
        database.close();
      }
    },
  };
}

interface Column {
  name: string;
  type: string;
  /** Position in the primary key, from 1. */
  pk: number;
}

function named(name: string): string {
  return `"${name}"`;
}

function list(columns: readonly string[]): string {
  return columns.map(named).join(', ');
}

function openFiles(folder: string): Map<SiteFile, DatabaseSync> {
  const databases = new Map<SiteFile, DatabaseSync>();
  for (const name of siteFiles) {
    if (!existsSync(join(folder, name))) continue;
    const database = new DatabaseSync(join(folder, name), {
      timeout: 5_000,
      enableForeignKeyConstraints: true,
    });
    database.exec('pragma synchronous = full; begin');
    databases.set(name, database);
  }
  return databases;
}

function* batchesOf(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    batch.push(row);
    bytes += sizeOf(row);
    if (bytes < batchBytes && batch.length < batchRows) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function strangersIn(database: DatabaseSync): string[] {
  return database
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !Object.hasOwn(tableFates, name) && !bookkeeping.test(name));
}

function nulsIn(
  database: DatabaseSync,
  table: string,
  columns: readonly Column[],
): ReturnType<SqliteSide['withNul']> {
  const key = columns.find(({ pk }) => pk === 1) ?? columns[0];
  if (!key) return [];
  const texts = columns.filter(({ type }) => type.toLowerCase() === 'text');
  return texts.flatMap(({ name: column }) =>
    database
      .prepare(
        `select cast(${named(key.name)} as text) as key from ${named(table)} where instr(${named(column)}, char(0)) > 0`,
      )
      .all()
      .map((row) => ({ table, key: String(row.key).replaceAll('\0', '\ufffd'), column })),
  );
}
