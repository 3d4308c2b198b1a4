import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FoundResource } from '#shared/schemas/find.ts';
import { fold } from './case-folding.ts';
import { contains, dialectOf, withoutIndex } from './dialect.ts';
import type { RowId } from './row-id.ts';
import type { Db } from './types.ts';

// How searches work (migrations/triggers.ts); only this file depends on it. SQLite: a trigram index (FTS5) for each table
// that has a `search_text`, maintained by triggers. PostgreSQL: a trigram index on that column. Neither index finds
// words of less than three characters; those are looked for in the text itself.

/** The tables with a `search_text`; each index is named after its table. */
export type SearchedTable = 'applicants' | 'jobs' | 'search_texts';

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

/** True if the index can narrow a search for these words. */
export function isIndexed(words: readonly string[]): boolean {
  return words.some((word) => [...word].length >= trigram);
}

/** Ids from `from` to `to`, both included: the part of a table that one query searches. */
export interface IdRange {
  from: number;
  to: number;
}

/** SQL that is true for rows of `table` whose search text contains each of these words, literally. Uses the index. */
export function matchesWords(
  db: Db,
  table: SearchedTable,
  words: readonly string[],
  range?: IdRange,
): RawBuilder<SqlBool> {
  const [long, short] = [
    words.filter((word) => isIndexed([word])),
    words.filter((word) => !isIndexed([word])),
  ];
  if (long.length === 0) return containsWords(db, table, words);
  const found = dialectOf(db) === 'sqlite' ? foundByFts(table, long, range) : foundByTrigrams(table, long);
  return short.length === 0 ? found : sql<SqlBool>`(${found} and ${containsWords(db, table, short)})`;
}

function foundByFts(table: SearchedTable, words: readonly string[], range?: IdRange): RawBuilder<SqlBool> {
  const index = sql.table(`${table}_search`);
  const inRange = range ? sql` and rowid between ${whole(range.from)} and ${whole(range.to)}` : sql``;
  return sql<SqlBool>`${sql.ref(`${table}.id`)} in (select rowid from ${index} where ${index} match ${phrases(words)}${inRange})`;
}

function foundByTrigrams(table: SearchedTable, words: readonly string[]): RawBuilder<SqlBool> {
  const each = words.map(
    (word) => sql`${sql.ref(`${table}.search_text`)} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
  );
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`;
}

/**
 * As `matchesWords`, for a query that reads the rows in its own order: SQLite does not use the search index to select
 * them.
 */
export function matchesWhileScanning(
  db: Db,
  table: SearchedTable,
  words: readonly string[],
): RawBuilder<SqlBool> {
  const long = words.filter((word) => isIndexed([word]));
  if (long.length === 0 || dialectOf(db) === 'postgres') return containsWords(db, table, words);
  const short = words.filter((word) => !isIndexed([word]));
  const index = sql.table(`${table}_search`);
  const id = withoutIndex(db, sql.ref(`${table}.id`));
  const found = sql<SqlBool>`${id} in (select rowid from ${index} where ${index} match ${phrases(long)})`;
  return short.length === 0 ? found : sql<SqlBool>`(${found} and ${containsWords(db, table, short)})`;
}

/**
 * How many of the newest rows of a kind are searched when no index can find the words, and only a few results are
 * wanted.
 */
const newest = 2_000;
/**
 * Number of the newest rows that are searched first; the next step takes eight times as many, and so on. Beyond
 * `lastReach`, all remaining rows are searched in one step.
 */
const firstReach = 100;
const lastReach = 10_000;

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
 * Returns the newest rows that contain all of these words: a few results, for search while typing. For words that no
 * index can find, only the newest rows are searched. With `resource` only rows of that kind in `search_texts` are
 * searched, and the ids are those of the records.
 */
export async function newestFound(
  db: Db,
  table: SearchedTable,
  words: readonly string[],
  limit: number,
  resource?: FoundResource,
): Promise<RowId[]> {
  const long = words.filter((word) => isIndexed([word]));
  const rows = newestFirst(db, table, resource);
  const has = sql`${containsWords(db, table, words)} and ${rows.ofKind}`;
  if (long.length > 0 && dialectOf(db) === 'sqlite') {
    const marked = resource === undefined ? long : [kindMark(resource), ...long];
    return newestByFts(db, table, rows, marked, has, limit);
  }
  const found =
    long.length === 0
      ? sql`${rows.id} > ${whole((await rows.behind(newest)) ?? 0)}`
      : foundByTrigrams(table, long);
  const query = sql<{
    id: RowId;
  }>`select ${rows.wanted} as id from ${sql.table(table)} where ${found} and ${has}
    order by ${rows.order} desc limit ${limit}`;
  return (await query.execute(db)).rows.map((row) => row.id);
}

/** SQL for reading the rows of a table, or of one kind in `search_texts`, from the newest on. */
interface NewestFirst {
  id: RawBuilder<unknown>;
  /** The id of the record. */
  wanted: RawBuilder<unknown>;
  ofKind: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** Returns the id of the row that comes after the `newer` newest rows; undefined when there are no more rows. */
  behind(newer: number): Promise<number | undefined>;
}

function newestFirst(db: Db, table: SearchedTable, resource: FoundResource | undefined): NewestFirst {
  const id = sql`${sql.ref(`${table}.id`)}`;
  const ref = sql`${sql.ref(`${table}.ref`)}`;
  const [wanted, order] = resource === undefined ? [id, id] : [ref, ref];
  const ofKind = resource === undefined ? sql`${id} > 0` : sql`resource = ${sql.lit(resource)}`;
  return {
    id,
    wanted,
    ofKind,
    order,
    async behind(newer) {
      const { rows } = await sql<{ id: number }>`select ${id} as id from ${sql.table(table)} where ${ofKind}
        order by ${order} desc limit 1 offset ${whole(newer)}`.execute(db);
      return rows[0] && Number(rows[0].id);
    },
  };
}

/**
 * Searches in ranges, from the newest row back. A frequent word is found in the first range, and a rare one costs
 * little in any range.
 */
async function newestByFts(
  db: Db,
  table: SearchedTable,
  { id, wanted, behind }: NewestFirst,
  words: readonly string[],
  has: RawBuilder<unknown>,
  limit: number,
): Promise<RowId[]> {
  const [name, index] = [sql.table(table), sql.table(`${table}_search`)];
  const part = async (match: string, from: number, to: number) => {
    // In ascending order: in descending order, FTS5 would first read the word's rows from the lowest id up to this
    // range.
    const { rows } = await sql<{
      id: RowId;
    }>`select ${wanted} as id from ${index} cross join ${name} on ${id} = ${index}.rowid
      where ${index} match ${match} and ${index}.rowid between ${whole(from)} and ${whole(to)} and ${has}
      order by ${index}.rowid`.execute(db);
    return rows.map((row) => row.id).reverse();
  };
  let to = (await behind(0)) ?? 0;
  const { rows: some } = await sql`select rowid from ${index} where ${index} match ${phrases(words)}
    limit ${firstReach}`.execute(db);
  if (some.length < firstReach)
    return some.length === 0 ? [] : (await part(phrases(words), 1, to)).slice(0, limit);
  const ids: RowId[] = [];
  let seen = 0;
  for (let reach = firstReach; to > 0 && ids.length < limit; reach *= 8) {
    seen += reach;
    const older = seen > lastReach ? 0 : ((await behind(seen)) ?? 0);
    ids.push(...(await part(ends(words), older + 1, to)));
    to = older;
  }
  return ids.slice(0, limit);
}

/**
 * SQL that is true for rows whose search text contains each of these words. Reads the texts themselves, so it is
 * meant for few rows, or where most rows match.
 */
export function containsWords(db: Db, table: SearchedTable, words: readonly string[]): RawBuilder<SqlBool> {
  const text = sql.ref(`${table}.search_text`);
  const each = words.map((word) => contains(db, text, word));
  return sql<SqlBool>`(${each.length > 0 ? sql.join(each, sql` and `) : sql`1 = 1`})`;
}

/**
 * Returns an FTS5 query for the first and the last three characters of each word, instead of all its trigrams. Where
 * most rows match, this is faster, because fewer lists of the index are read. It finds too many rows, so the caller
 * also checks the texts.
 */
function ends(words: readonly string[]): string {
  const both = words.flatMap((word) => {
    const signs = [...word];
    return [signs.slice(0, trigram).join(''), signs.slice(-trigram).join('')];
  });
  return phrases([...new Set(both)]);
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
function phrases(words: readonly string[]): string {
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
}

/**
 * Returns a text that changes with every write to the database, by any process: cached results may then be out of
 * date. In PostgreSQL it also changes with writes to other databases of the server.
 */
export async function versionOf(db: Db): Promise<string> {
  const version =
    dialectOf(db) === 'sqlite'
      ? sql<{
          version: string;
        }>`select total_changes() || '/' || data_version as version from pragma_data_version`
      : sql<{ version: string }>`select pg_current_snapshot()::text as version`;
  const { rows } = await version.execute(db);
  return rows[0]?.version ?? '';
}
