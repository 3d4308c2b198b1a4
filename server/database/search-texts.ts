import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Fields } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import type { FoundResource } from '#shared/schemas/find.ts';
import { storageError } from './errors.ts';
import type { RowId } from './row-id.ts';
import { kindMark, matchesWords, searchTextOf } from './search.ts';
import type { Db, Tables } from './types.ts';

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
export function ownSearchText(fields: Fields, values: Readonly<Record<string, unknown>>): string {
  return searchTextOf(...searchedColumns(fields).map((name) => (values[name] as string | undefined) ?? null));
}

async function textsOf(
  tx: Db,
  resource: FoundResource,
  ids: readonly RowId[],
): Promise<{ id: RowId; text: string }[]> {
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

/** SQL that is true where `id` is the id of a record of this kind whose search text contains all of these words. */
export function hasWords(
  db: Db,
  resource: FoundResource,
  id: RawBuilder<unknown>,
  words: readonly string[],
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${id} in (select ref from search_texts
    where resource = ${sql.lit(resource)} and ${matchesWords(db, 'search_texts', words)})`;
}
