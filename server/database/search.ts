import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Fields } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import { withAsciiDigits } from '#shared/plain-text.ts';
import type { FoundResource } from '#shared/schemas/find.ts';
import { contains, dialectOf } from './dialect.ts';
import { storageError } from './errors.ts';
import type { Db, RowId, Tables } from './types.ts';

/** Latin letters that are not a base letter with an accent, and their usual spelling. */
export const spelledLatin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/**
 * Letters that people type in place of each other: variants of one letter on different keyboards, and letters that
 * NFKD does not decompose.
 */
const letters: Record<string, string> = {
  // Yeh, kaf and heh, of which Arabic and Urdu keyboards have different forms (Unicode, Arabic block).
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ڪ: 'ک',
  ه: 'ہ',
  ة: 'ہ',
  ۃ: 'ہ',
  ە: 'ہ',
  ھ: 'ہ',
  ٱ: 'ا',
  // The final sigma.
  ς: 'σ',
  ...spelledLatin,
};
const listed = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

/**
 * Matches characters that folding removes: accents and vowel marks (harakat), joining and direction characters, and
 * the tatweel.
 */
const unseen = /[\p{M}\p{Cf}\u0640]+/gu;
/**
 * Matches control characters except line ends. Folding removes them, because people do not type them, and because
 * SQLite ends a text at a NUL.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]+/g;
/** Signs that people type in place of each other; the acute falls apart into two signs in NFKD. */
const apostrophes = /[\u2018\u2019\u02b9\u02bb\u02bc\u00b4\u2032]/g;
const hyphens = /[\u2010-\u2015\u2212]/g;

/**
 * Folds a text for searching and sorting: lower case without accents or vowel marks, in any script; ي and ی, ك and ک
 * become one letter, and digits become 0 to 9. Stored texts and search terms are both folded. Folding a folded text
 * changes nothing.
 */
export function fold(text: string) {
  const folded = text
    .toWellFormed()
    .replace(apostrophes, "'")
    .normalize('NFKD')
    .toLowerCase()
    .replace(unseen, '')
    .replace(controls, '')
    .replace(listed, (letter) => letters[letter] ?? letter)
    .replace(hyphens, '-');
  return withAsciiDigits(folded);
}

// How searches work (migrations/schema.ts); only this file depends on it. SQLite: a trigram index (FTS5) for each table
// that has a `search_text`, maintained by triggers. PostgreSQL: a trigram index on that column. Neither index finds
// words of less than three characters; those are looked for in the text itself.

/** The tables with a `search_text`; each index is named after its table. */
type SearchedTable = 'applicants' | 'jobs' | 'search_texts';

/** Separates the fields of a search text, so that no word matches across two of them. */
const between = '\n';
const trigram = 3;

/** Returns the fields of a row as its search column stores them. SQLite itself folds only ASCII. */
export function searchTextOf(...fields: (string | null)[]) {
  return fields.map((field) => fold(field ?? '')).join(between);
}

/** Returns the distinct words of a search; they may match anywhere and in any order. */
export function wordsOf(search: string) {
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
export function matchesWords(db: Db, table: SearchedTable, words: readonly string[]) {
  const [long, short] = byLength(words);
  if (dialectOf(db) === 'postgres') return every([...trigrams(table, long), ...texts(db, table, short)]);
  const index = sql.table(`${table}_search`);
  const found = sql<SqlBool>`${sql.ref(`${table}.id`)} in (select rowid from ${index} where ${index} match ${phrases(long)})`;
  return every([...(long.length > 0 ? [found] : []), ...texts(db, table, short)]);
}

function trigrams(table: SearchedTable, words: readonly string[]) {
  return words.map(
    (word) => sql<SqlBool>`${sql.ref(`${table}.search_text`)} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
  );
}

function texts(db: Db, table: SearchedTable, words: readonly string[]) {
  return words.map((word) => contains(db, sql.ref(`${table}.search_text`), word));
}

/**
 * Returns the prefix that all search texts of a kind begin with. The index treats it as a word. No search can contain
 * it, since folding removes such characters.
 */
function kindMark(resource: FoundResource) {
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
) {
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

/**
 * Returns the key by which a title is found (getCategoryByTitle): the whole title in lower case and Unicode NFC.
 * SQLite itself folds only ASCII.
 */
export function titleKey(title: string) {
  return title.normalize('NFC').toLowerCase().normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** Number of rows that are folded before other calls run. */
const batch = 200;
/** How many characters of a column are searched: as many as a message may have (`limits.message`). */
const longest = 5_000;

/** Returns the table of a kind, and its searched columns. */
function searchedOf(resource: FoundResource): { table: keyof Tables; columns: string[] } {
  if (resource === 'picture') return { table: 'pictures', columns: ['name', 'alt'] };
  const { table, fields } = entities[resource];
  return { table, columns: searchedColumns(fields) };
}

/**
 * Returns the columns by which rows of an entity are found. For a long text this is `summary`, its beginning. The
 * triggers of the migrations name the same columns.
 */
function searchedColumns(fields: Fields) {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.searched ? [field.kind === 'rich' ? 'summary' : name] : [],
  );
}

/** Returns the search text of a row whose own table has a `search_text` column. */
export function ownSearchText(fields: Fields, values: Readonly<Record<string, unknown>>) {
  return searchTextOf(...searchedColumns(fields).map((name) => (values[name] as string | undefined) ?? null));
}

async function textsOf(tx: Db, resource: FoundResource, ids: readonly RowId[]) {
  const { table, columns } = searchedOf(resource);
  const rows = (await tx
    .selectFrom(table as 'blogs')
    // The columns come from the descriptor, so kysely does not know their types.
    .select(['id', ...(columns as 'blog_title'[])])
    .where('id', 'in', ids)
    .execute()) as unknown as (Record<string, string | null> & { id: RowId })[];
  return rows.map(({ id, ...texts }) => ({
    id,
    text: searchTextOf(...Object.values(texts).map((text) => text?.slice(0, longest) ?? null)),
  }));
}

/**
 * Folds new and changed texts, some rows at a time. If the database accepts no writes now, the search continues
 * without the texts that are not folded yet.
 */
export async function foldNewTexts(db: Db) {
  try {
    while (await hasNewTexts(db)) {
      if (db.isTransaction) await foldSome(db);
      else await db.transaction().execute(foldSome);
      await setImmediate();
    }
  } catch (error) {
    if (!storageError(error)) throw error;
  }
}

async function hasNewTexts(db: Db) {
  const one = await db
    .selectFrom('search_texts')
    .select('id')
    .where('search_text', 'is', null)
    .limit(1)
    .execute();
  return one.length > 0;
}

/**
 * Folds some of the new and changed texts, in the transaction that reads their columns. Writers take turns, so a
 * change by another process comes after this transaction, and is folded the next time.
 */
async function foldSome(tx: Db) {
  const rows = await tx
    .selectFrom('search_texts')
    .select(['id', 'resource', 'ref'])
    .where('search_text', 'is', null)
    .orderBy('id')
    .limit(batch)
    .execute();
  for (const resource of new Set(rows.map((row) => row.resource))) {
    const some = rows.filter((row) => row.resource === resource);
    const refs = some.map(({ ref }) => ref);
    const texts = new Map((await textsOf(tx, resource, refs)).map(({ id, text }) => [id, text]));
    for (const { id, ref } of some) {
      await tx
        .updateTable('search_texts')
        .set({ search_text: `${kindMark(resource)}\n${texts.get(ref) ?? ''}` })
        .where('id', '=', id)
        .execute();
    }
  }
}

/**
 * SQL that is true where `id` is the id of a record of this kind whose search text contains all of these words. FTS5
 * finds the kind by its mark, since with a condition on `resource` SQLite reads all rows of the kind; pg_trgm does not
 * see the mark, and it costs more than that condition where no word is long enough for the index.
 */
export function hasWords(db: Db, resource: FoundResource, id: RawBuilder<unknown>, words: readonly string[]) {
  const [long] = byLength(words);
  const ofKind =
    long.length > 0 && dialectOf(db) === 'sqlite'
      ? matchesWords(db, 'search_texts', [kindMark(resource), ...words])
      : sql`resource = ${sql.lit(resource)} and ${matchesWords(db, 'search_texts', words)}`;
  return sql<SqlBool>`${id} in (select ref from search_texts where ${ofKind})`;
}
