import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Id } from '#shared/id.ts';
import { fold } from './fold.ts';
import type { Db } from './types.ts';

// The one place that knows how a search is answered. SQLite: an FTS5 index of trigrams beside each table that has a
// `search_text` (migration 0014), kept up to date by triggers. A trigram index has nothing to say on less than three signs;
// such words are looked for in the text itself.

/** The tables with a `search_text`; the index of each is named after it. */
export type SearchedTable = 'applicants' | 'jobs';

/** What stands between the fields of one search text, so that no word is found across two of them. */
const between = '\n';
const trigram = 3;

/** The fields of a row as its search column keeps them (fold.ts). SQLite folds only ASCII by itself. */
export function searchTextOf(...fields: (string | null)[]): string {
  return fields.map((field) => fold(field ?? '')).join(between);
}

/** The words of a search, each once; they may be found anywhere and in any order. */
export function wordsOf(search: string): string[] {
  return [...new Set(fold(search).split(/\s+/).filter(Boolean))];
}

/** True when the index can narrow a search for these words down. */
export function isIndexed(words: readonly string[]): boolean {
  return words.some((word) => [...word].length >= trigram);
}

/** Ids from `from` to `to`, both included: a part of a table that is searched at a time. */
export interface IdRange {
  from: number;
  to: number;
}

/** Rows of `table` whose search text has each of these words; every sign of a word is an ordinary one. Read by the index. */
export function matchesWords(
  table: SearchedTable,
  words: readonly string[],
  range?: IdRange,
): RawBuilder<SqlBool> {
  const [long, short] = [
    words.filter((word) => isIndexed([word])),
    words.filter((word) => !isIndexed([word])),
  ];
  if (long.length === 0) return containsWords(table, words);
  const index = sql.table(`${table}_search`);
  const within = range ? sql` and rowid between ${whole(range.from)} and ${whole(range.to)}` : sql``;
  const found = sql<SqlBool>`${sql.ref(`${table}.id`)} in (select rowid from ${index} where ${index} match ${phrases(long)}${within})`;
  return short.length === 0 ? found : sql<SqlBool>`(${found} and ${containsWords(table, short)})`;
}

/** The same for a query that goes through the rows in its own order: none of them is looked up for the index's sake. */
export function matchesInPassing(table: SearchedTable, words: readonly string[]): RawBuilder<SqlBool> {
  const long = words.filter((word) => isIndexed([word]));
  if (long.length === 0) return containsWords(table, words);
  const short = words.filter((word) => !isIndexed([word]));
  const index = sql.table(`${table}_search`);
  // The plus: sqlite.org, The SQLite Query Optimizer Overview §3.
  const found = sql<SqlBool>`+${sql.ref(`${table}.id`)} in (select rowid from ${index} where ${index} match ${phrases(long)})`;
  return short.length === 0 ? found : sql<SqlBool>`(${found} and ${containsWords(table, short)})`;
}

/** The same, read from the texts themselves: for few rows, or where most rows match. */
export function containsWords(table: SearchedTable, words: readonly string[]): RawBuilder<SqlBool> {
  const text = sql.ref(`${table}.search_text`);
  const each = words.map((word) => sql`instr(${text}, ${word}) > 0`);
  return sql<SqlBool>`(${each.length > 0 ? sql.join(each, sql` and `) : sql`1 = 1`})`;
}

/** JavaScript's numbers arrive as REAL, and FTS5 narrows down by INTEGER only. */
function whole(id: number): RawBuilder<number> {
  return sql`cast(${id} as integer)`;
}

/** Rows with one of these ids, however many. */
export function isOneOf(table: SearchedTable, ids: readonly Id[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** Each word a quoted string, in which a quote is doubled and nothing else means anything (sqlite.org, FTS5 §3.1). */
function phrases(words: readonly string[]): string {
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
}

/** Changes with every write to the database, by this process or another: what was read before may be old. */
export async function versionOf(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select total_changes() || '/' || data_version as version from pragma_data_version`.execute(db);
  return rows[0]?.version ?? '';
}
