import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pino from 'pino';
import { databaseFiles, freshFiles } from '../../../../../tools/archive/database.ts';

const at = '2026-11-22T10:00:00.000Z';
/** Texts that an English site does not have: a right-to-left script, letters outside the BMP, and a NUL. */
const texts = ['اردو میں ایک سطر', '𝔰𝔱𝔲𝔡𝔦𝔬 🎨', 'before\0after'];
/** These tables follow others. */
const derived = ['applicant_counts', 'message_counts', 'search_texts'];
/** Tables with more than one row; two equal ones where nothing is unique. */
const counts: Record<string, number> = { blogs: 5, sample_states: 2 };

/** Columns whose value another column decides, or whose size matters. */
const special: Record<string, Record<string, SQLInputValue>> = {
  messages: { due_at: null, deleted_at: null },
  applicants: { deleted_at: null },
  kept_mails: { message_id: null },
  outbox: { sent_at: null, failed_at: null },
  blogs: { description: 'x'.repeat(300_000) },
};

/** Returns a value that a column takes: the first that its check names, or one of its kind. */
function valueFor(column: string, type: string, made: string, id: number) {
  const [, allowed] =
    new RegExp(`\\b${column} text [^,]*check \\(${column} in \\('(\\w+)'`, 'i').exec(made) ?? [];
  if (allowed) return allowed;
  if (type === 'BLOB') return Buffer.from([0, 255, 10]);
  if (type === 'REAL') return 0.1;
  if (column === 'id' || column.endsWith('_id')) return type === 'TEXT' ? `text-${id}` : id;
  // Larger than 32 bits.
  if (/^(bytes|cv_size|counter|until|run_at|hits)$/.test(column)) return 2 ** 40;
  if (type === 'INTEGER') return 1;
  if (column === 'state') return 'waiting';
  if (column === 'extra') return '{"a":["b"]}';
  return /(^|_)at$|until$/.test(column) ? at : (texts[column.length % texts.length] ?? '');
}

/** Makes a site with a row in every table and a value in nearly every column. The record with the last id is erased. */
export async function fillSite(folder: string) {
  await freshFiles(folder, pino({ level: 'silent' }));
  for (const name of databaseFiles) {
    const database = new DatabaseSync(join(folder, name), { enableForeignKeyConstraints: false });
    const tables = database
      .prepare(
        "select name, sql from sqlite_schema join pragma_table_list using (name) where schema = 'main' and pragma_table_list.type = 'table'",
      )
      .all();
    for (const { name: table, sql } of tables as { name: string; sql: string }[]) {
      if (/^sqlite_|_migration/.test(table) || derived.includes(table)) continue;
      const columns = database.prepare('select name, type from pragma_table_info(?)').all(table) as {
        name: string;
        type: string;
      }[];
      const names = columns.map((column) => column.name);
      const insert = database.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`);
      for (let id = 7; id < 7 + (counts[table] ?? 1); id += 1)
        insert.run(
          ...columns.map(({ name, type }) => {
            const value = special[table]?.[name];
            return value === undefined ? valueFor(name, type, sql, id) : value;
          }),
        );
    }
    database.exec("update sqlite_sequence set seq = 900 where name = 'categories'");
    database.close();
  }
}
