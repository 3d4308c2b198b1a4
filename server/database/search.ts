import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { FoundResource } from '#shared/schemas/find.ts';
import { fold } from './case-folding.ts';
import { contains, dialectOf } from './dialect.ts';
import type { RowId } from './row-id.ts';
import type { Db } from './types.ts';

// How searches work (migrations/schema.ts); only this file depends on it. SQLite: a trigram index (FTS5) for each table
// that has a `search_text`, maintained by triggers. PostgreSQL: a trigram index on that column. Neither index finds
// words of less than three characters; those are looked for in the text itself.

/** The tables with a `search_text`; each index is named after its table. */
type SearchedTable = 'applicants' | 'jobs' | 'search_texts';

/** Separates the fields of a search text, so that no word matches across two of them. */
const between = '\n';
const trigram = 3;

/** Returns the fields of a row as its search column stores them (case-folding.ts). SQLite itself folds only ASCII. */
export function searchTextOf(...fields: (string | null)[]): string {
  return fields.map((field) => fold(field ?? '')).join(between);
}

/** Returns the distinct words of a search; they may match anywhere and in any order. */
export function wordsOf(search: string): string[] {
  return [...new Set(fold(search).split(/\s+/).filter(Boolean))];
}

/** Ids from `from` to `to`, both included: the part of a table that one query searches. */
interface IdRange {
  from: number;
  to: number;
}

/** The words that the index finds, and those that are too short for it. */
function byLength(words: readonly string[]): [long: string[], short: string[]] {
  const isLong = (word: string) => [...word].length >= trigram;
  return [words.filter(isLong), words.filter((word) => !isLong(word))];
}

const every = (conditions: RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`})`;

/** SQL that is true for rows of `table` whose search text contains each of these words, literally. Uses the index. */
export function matchesWords(
  db: Db,
  table: SearchedTable,
  words: readonly string[],
  range?: IdRange,
): RawBuilder<SqlBool> {
  const [long, short] = byLength(words);
  if (dialectOf(db) === 'postgres') return every([...trigrams(table, long), ...texts(db, table, short)]);
  const index = sql.table(`${table}_search`);
  const inRange = range ? sql` and rowid between ${whole(range.from)} and ${whole(range.to)}` : sql``;
  const found = sql<SqlBool>`${sql.ref(`${table}.id`)} in (select rowid from ${index} where ${index} match ${phrases(long)}${inRange})`;
  return every([...(long.length > 0 ? [found] : []), ...texts(db, table, short)]);
}

function trigrams(table: SearchedTable, words: readonly string[]): RawBuilder<SqlBool>[] {
  return words.map(
    (word) => sql<SqlBool>`${sql.ref(`${table}.search_text`)} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
  );
}

function texts(db: Db, table: SearchedTable, words: readonly string[]): RawBuilder<SqlBool>[] {
  return words.map((word) => contains(db, sql.ref(`${table}.search_text`), word));
}

/**
 * Returns the prefix that all search texts of a kind begin with. The index treats it as a word. No search can contain
 * it, since folding removes such characters.
 */
export function kindMark(resource: FoundResource): string {
  return `\u0001\u0001${kindSigns[resource]}`;
}

const kindSigns: Record<FoundResource, string> = {
  blog: '\u0002',
  project: '\u0003',
  category: '\u0004',
  team_member: '\u0005',
  message: '\u0006',
  picture: '\u0007',
};

/**
 * Returns the newest rows that contain all of these words: a few results, for search while typing. With `resource` only
 * rows of that kind in `search_texts` are searched, and the ids are those of the records.
 */
export async function newestFound(
  db: Db,
  table: SearchedTable,
  words: readonly string[],
  limit: number,
  resource?: FoundResource,
): Promise<RowId[]> {
  const [long, short] = byLength(resource === undefined ? words : [kindMark(resource), ...words]);
  const [name, index] = [sql.table(table), sql.table(`${table}_search`)];
  const wanted = sql.ref(resource === undefined ? `${table}.id` : `${table}.ref`);
  // FTS5 reads its rows from the newest on, as far as the limit needs.
  const query =
    long.length > 0 && dialectOf(db) === 'sqlite'
      ? sql<{
          id: RowId;
        }>`select ${wanted} as id from ${index} cross join ${name} on ${sql.ref(`${table}.id`)} = ${index}.rowid
          where ${index} match ${phrases(long)} and ${every(texts(db, table, short))}
          order by ${index}.rowid desc limit ${limit}`
      : sql<{ id: RowId }>`select ${wanted} as id from ${name}
          where ${every([...trigrams(table, long), ...texts(db, table, short)])} order by ${wanted} desc limit ${limit}`;
  return (await query.execute(db)).rows.map((row) => row.id);
}

/** Converts an id to INTEGER: JavaScript numbers arrive as REAL, and FTS5 uses only an INTEGER to narrow a range. */
function whole(id: number): RawBuilder<number> {
  return sql`cast(${id} as integer)`;
}

/** SQL that is true for rows with one of these ids, however many ids there are. */
export function isOneOf(db: Db, table: SearchedTable, ids: readonly RowId[]): RawBuilder<SqlBool> {
  const id = sql.ref(`${table}.id`);
  return dialectOf(db) === 'sqlite'
    ? sql<SqlBool>`${id} in (select value from json_each(${JSON.stringify(ids)}))`
    : sql<SqlBool>`${id} = any(${ids}::bigint[])`;
}

/**
 * Returns the words as quoted strings for FTS5. Within quotes only the quotation mark is special, and is doubled
 * (sqlite.org, FTS5 §3.1).
 */
function phrases(words: readonly string[]) {
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
}

/**
 * Returns a text that changes with every write to the database, by any process: cached results may then be out of
 * date. In PostgreSQL it also changes with writes to other databases of the server.
 */
async function versionOf(db: Db): Promise<string> {
  const version =
    dialectOf(db) === 'sqlite'
      ? sql<{
          version: string;
        }>`select total_changes() || '/' || data_version as version from pragma_data_version`
      : sql<{ version: string }>`select pg_current_snapshot()::text as version`;
  const { rows } = await version.execute(db);
  return rows[0]?.version ?? '';
}

/** Number of ids in the first range. */
const firstWidth = 1_000;
const leastWidth = 500;
/**
 * The wanted time for one range, in milliseconds. After a range that took longer, the next one is half as wide; after
 * a range that took less than a quarter of this time, twice as wide.
 */
const wantedMs = 4;
/** Pauses for other calls when the ranges since the last pause took this long together, in milliseconds. */
const turnMs = 6;

/**
 * Yields the ids of a table in ranges, in order. Each range takes a few milliseconds, however much of the table
 * matches or was erased, and other calls are answered between ranges. Not for use in a transaction, since the other
 * calls would wait for its end.
 */
export async function* idRanges(db: Db, table: SearchedTable): AsyncGenerator<IdRange> {
  const name = sql.table(table);
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select (select min(id) from ${name}) as first, (select max(id) from ${name}) as last`.execute(db);
  const { first, last } = rows[0] ?? {};
  if (first == null || last == null) return;
  let width = firstWidth;
  let turn = performance.now();
  for (let from = first; from <= last; ) {
    const started = performance.now();
    const to = Math.min(last, from + width - 1);
    yield { from, to };
    from = to + 1;
    const now = performance.now();
    if (now - started > wantedMs) width = Math.max(leastWidth, Math.floor(width / 2));
    else if (now - started < wantedMs / 4) width *= 2;
    if (now - turn < turnMs) continue;
    await setImmediate();
    turn = performance.now();
  }
}

/**
 * A query cache: returns the result of `find`, which is cached under the query `asked` until the next write to `db`. A
 * result that a write may have changed during the read is returned, but not cached.
 */
type QueryCache<Value> = (db: Db, asked: unknown, find: () => Promise<Value>) => Promise<Value>;

/** The most results that are cached per database: enough for a person who turns pages and tries filters. */
const remembered = 20;

export function createQueryCache<Value>(): QueryCache<Value> {
  const memos = new WeakMap<Db, LRUCache<string, { version: string; value: Value }>>();
  return async (db, asked, find) => {
    const key = JSON.stringify(asked);
    const version = await versionOf(db);
    const memo = memos.get(db) ?? new LRUCache({ max: remembered });
    memos.set(db, memo);
    const known = memo.get(key);
    if (known?.version === version) return known.value;
    const value = await find();
    if ((await versionOf(db)) === version) memo.set(key, { version, value });
    return value;
  };
}
