import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { batchBytes, batchRows, type Row, sizeOf, type Target, type Value } from './side.ts';
import { bookkeeping, type CopiedTable, copiedTables, fates, type SiteFile } from './tables.ts';

export const siteFiles: readonly SiteFile[] = ['content.sqlite', 'bff.sqlite', 'intake.sqlite'];

/** The files of a site on SQLite, those that there are. */
export interface SqliteSide extends Target {
  /** Tables that no list of ours has. */
  strangers(): string[];
  /** Where a text has a NUL: table, key of the row (the first of its columns), column. */
  withNul(): { table: string; key: string; column: string }[];
  commit(): void;
  /** What was not committed is undone. */
  close(): void;
}

/** Opens the files in `folder`, each in a transaction. Nobody else may use them. */
export function openSqliteSide(folder: string): SqliteSide {
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
  const named = (table: string) => `"${table}"`;
  const list = (columns: readonly string[]) => columns.map(named).join(', ');

  function columnsIn({ file, name }: CopiedTable): { name: string; type: string; pk: number }[] {
    const rows = databases.get(file)?.prepare('select name, type, pk from pragma_table_info(?)').all(name);
    return (rows ?? []) as { name: string; type: string; pk: number }[];
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
      let batch: Row[] = [];
      let bytes = 0;
      for (const found of statement.iterate()) {
        const row = found as unknown as Value[];
        batch.push(row);
        bytes += sizeOf(row);
        if (bytes < batchBytes && batch.length < batchRows) continue;
        yield batch;
        batch = [];
        bytes = 0;
      }
      if (batch.length > 0) yield batch;
    },
    async lastId(table) {
      const made = in_(table).prepare('select sql from sqlite_schema where name = ?').get(table.name);
      if (!/autoincrement/i.test(String(made?.sql))) return undefined;
      return Number(
        in_(table).prepare('select seq from sqlite_sequence where name = ?').get(table.name)?.seq ?? 0,
      );
    },
    kept: (value) => value,
    // Triggers follow each row as it comes: the index of texts and the counts.
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
    strangers: () =>
      [...databases.values()].flatMap((database) =>
        database
          .prepare("select name from sqlite_schema where type = 'table' order by name")
          .all()
          .map(({ name }) => String(name))
          .filter((name) => !Object.hasOwn(fates, name) && !bookkeeping.test(name)),
      ),
    withNul: () =>
      copiedTables.flatMap((table) => {
        const columns = columnsIn(table);
        const key = columns.find(({ pk }) => pk === 1) ?? columns[0];
        if (!key) return [];
        return columns
          .filter(({ type }) => type.toLowerCase() === 'text')
          .flatMap(({ name: column }) =>
            in_(table)
              .prepare(
                `select cast(${named(key.name)} as text) as key from ${named(table.name)} where instr(${named(column)}, char(0)) > 0`,
              )
              .all()
              .map((row) => ({ table: table.name, key: String(row.key).replaceAll('\0', '\ufffd'), column })),
          );
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
