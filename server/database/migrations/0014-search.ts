import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { fold } from '../case-folding.ts';
import { dialectOf } from '../dialect.ts';
import type { RowId } from '../row-id.ts';

/** The columns that this migration reads or writes. */
interface Known {
  applicants: { id: RowId; search_text: string; sort_name: string };
  jobs: { id: RowId; search_text: string };
}

/**
 * Number of rows that are folded or indexed in one step, which takes some milliseconds. Between steps the process can
 * handle signals of the operating system, such as SIGTERM.
 */
const batch = 500;

/**
 * Searches use a trigram index (SQLite's FTS5, PostgreSQL's pg_trgm), so parts of words are found without reading
 * every text. The texts stay in `search_text`, folded again by this migration; triggers maintain FTS5's index,
 * PostgreSQL maintains its own.
 */
export const search: Migration = {
  async up(unknown: Kysely<unknown>) {
    const db = unknown as Kysely<Known>;
    await foldAnew(db, 'applicants', ['search_text', 'sort_name']);
    await foldAnew(db, 'jobs', ['search_text']);
    const add = dialectOf(db) === 'sqlite' ? addIndex : addTrigramIndex;
    for (const table of ['applicants', 'jobs'] as const) await add(db, table);
  },
};

async function addTrigramIndex(db: Kysely<Known>, table: keyof Known): Promise<void> {
  const index = db.schema.createIndex(`${table}_search`).on(table).using('gin');
  await index.expression(sql`search_text gin_trgm_ops`).execute();
}

async function addIndex(db: Kysely<Known>, table: keyof Known): Promise<void> {
  const index = sql.table(`${table}_search`);
  // Case-sensitive, since the texts are folded to lower case anyway.
  await sql`create virtual table ${index} using fts5(
    search_text, content = ${sql.lit(table)}, content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
  )`.execute(db);
  for await (const ids of idsOf(db, table)) {
    await sql`insert into ${index} (rowid, search_text)
      select id, search_text from ${sql.table(table)}
      where id between ${ids[0]} and ${ids.at(-1)}`.execute(db);
  }
  await command(db, table, 'optimize');
  // Erased rows are removed from the index immediately; by default they would only be marked until the next merge.
  await command(db, table, 'secure-delete', 1);
  const remove = sql`insert into ${index} (${index}, rowid, search_text) values ('delete', old.id, old.search_text);`;
  const add = sql`insert into ${index} (rowid, search_text) values (new.id, new.search_text);`;
  const trigger = (name: string) => sql.ref(`${table}_search_${name}`);
  await sql`create trigger ${trigger('insert')} after insert on ${sql.table(table)} begin ${add} end`.execute(
    db,
  );
  await sql`create trigger ${trigger('delete')} after delete on ${sql.table(table)} begin ${remove} end`.execute(
    db,
  );
  await sql`create trigger ${trigger('update')} after update of search_text on ${sql.table(table)}
    when old.search_text <> new.search_text begin ${remove} ${add} end`.execute(db);
}

/** Runs a special command of the index (sqlite.org, FTS5 §6). */
async function command(db: Kysely<Known>, table: keyof Known, name: string, rank?: number): Promise<void> {
  const index = sql.table(`${table}_search`);
  await (rank === undefined
    ? sql`insert into ${index} (${index}) values (${name})`
    : sql`insert into ${index} (${index}, rank) values (${name}, ${sql.lit(rank)})`
  ).execute(db);
}

async function foldAnew(db: Kysely<Known>, table: keyof Known, columns: string[]): Promise<void> {
  for await (const ids of idsOf(db, table)) {
    const range = sql`id between ${ids[0]} and ${ids.at(-1)}`;
    const { rows } = await sql<Record<string, string>>`
      select id, ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} where ${range}`.execute(
      db,
    );
    for (const row of rows) {
      for (const column of columns) {
        const text = row[column] ?? '';
        const folded = fold(text);
        if (folded === text) continue;
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${folded} where id = ${row.id}`.execute(
          db,
        );
      }
    }
  }
}

/** Yields all ids in order, in batches. */
async function* idsOf(db: Kysely<Known>, table: keyof Known): AsyncGenerator<RowId[]> {
  for (let after = 0; ; ) {
    const rows = await sql<{ id: RowId }>`
      select id from ${sql.table(table)} where id > ${after} order by id limit ${batch}`.execute(db);
    const ids = rows.rows.map(({ id }) => id);
    if (ids.length === 0) return;
    yield ids;
    after = ids.at(-1) ?? 0;
    await setImmediate();
  }
}
