import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { entities } from '#shared/entities/index.ts';
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

/** The words that the index finds, and those that are too short for it. */
function byLength(words: readonly string[]): [long: string[], short: string[]] {
  const isLong = (word: string) => [...word].length >= trigram;
  return [words.filter(isLong), words.filter((word) => !isLong(word))];
}

const every = (conditions: RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`1 = 1`})`;

/** SQL that is true for rows of `table` whose search text contains each of these words, literally. Uses the index. */
export function matchesWords(db: Db, table: SearchedTable, words: readonly string[]): RawBuilder<SqlBool> {
  const [long, short] = byLength(words);
  if (dialectOf(db) === 'postgres') return every([...trigrams(table, long), ...texts(db, table, short)]);
  const index = sql.table(`${table}_search`);
  const found = sql<SqlBool>`${sql.ref(`${table}.id`)} in (select rowid from ${index} where ${index} match ${phrases(long)})`;
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
  const mark = resource === 'picture' ? 7 : entities[resource].mark;
  return `\u0001\u0001${String.fromCharCode(mark)}`;
}

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

/**
 * Returns the words as quoted strings for FTS5. Within quotes only the quotation mark is special, and is doubled
 * (sqlite.org, FTS5 §3.1).
 */
function phrases(words: readonly string[]) {
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
}
