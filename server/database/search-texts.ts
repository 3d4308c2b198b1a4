import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FoundResource } from '#shared/schemas/find.ts';
import { storageError } from './errors.ts';
import type { RowId } from './row-id.ts';
import { kindMark, matchesInPassing, searchTextOf } from './search.ts';
import type { Db } from './types.ts';

/** Rows that are folded before others get their turn. */
const batch = 200;
/** So much of a message is searched; limits.message is not much more. */
const longest = 5_000;

/** The fields by which a row of each kind is found. */
const textsOf: Record<
  FoundResource,
  (tx: Db, ids: readonly RowId[]) => Promise<{ id: RowId; text: string }[]>
> = {
  blog: async (tx, ids) => {
    const rows = await tx
      .selectFrom('blogs')
      .select(['id', 'blog_title', 'summary'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id, blog_title, summary }) => ({ id, text: searchTextOf(blog_title, summary) }));
  },
  project: async (tx, ids) => {
    const rows = await tx
      .selectFrom('projects')
      .select(['id', 'title', 'summary'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id, title, summary }) => ({ id, text: searchTextOf(title, summary) }));
  },
  category: async (tx, ids) => {
    const rows = await tx.selectFrom('categories').select(['id', 'title']).where('id', 'in', ids).execute();
    return rows.map(({ id, title }) => ({ id, text: searchTextOf(title) }));
  },
  team_member: async (tx, ids) => {
    const columns = ['id', 'name', 'designation', 'department'] as const;
    const rows = await tx.selectFrom('team_members').select(columns).where('id', 'in', ids).execute();
    return rows.map(({ id, name, designation, department }) => ({
      id,
      text: searchTextOf(name, designation, department),
    }));
  },
  picture: async (tx, ids) => {
    const rows = await tx
      .selectFrom('pictures')
      .select(['id', 'name', 'alt'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id, name, alt }) => ({ id, text: searchTextOf(name, alt) }));
  },
  message: async (tx, ids) => {
    const columns = [
      ...([
        'id',
        'name',
        'email',
        'phone',
        'subject',
        'app_name',
        'account_identifier',
        'reference',
      ] as const),
      'message',
    ] as const;
    const rows = await tx.selectFrom('messages').select(columns).where('id', 'in', ids).execute();
    return rows.map(({ id, message, ...fields }) => ({
      id,
      text: searchTextOf(...Object.values(fields), message?.slice(0, longest) ?? null),
    }));
  },
};

/**
 * Folds what is new or changed since the last search, some rows at a time. A database that takes nothing now is no reason not to search:
 * what is not folded is found later.
 */
export async function foldNewTexts(db: Db): Promise<void> {
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

async function hasNewTexts(db: Db): Promise<boolean> {
  const one = await db
    .selectFrom('search_texts')
    .select('id')
    .where('search_text', 'is', null)
    .limit(1)
    .execute();
  return one.length > 0;
}

/** In the transaction that reads the fields: what is changed meanwhile is noted after it. */
async function foldSome(tx: Db): Promise<void> {
  const rows = await tx
    .selectFrom('search_texts')
    .select(['id', 'resource', 'ref'])
    .where('search_text', 'is', null)
    .orderBy('id')
    .limit(batch)
    .execute();
  for (const [resource, read] of Object.entries(textsOf) as [
    FoundResource,
    (typeof textsOf)[FoundResource],
  ][]) {
    const some = rows.filter((row) => row.resource === resource);
    if (some.length === 0) continue;
    const texts = new Map(
      (
        await read(
          tx,
          some.map(({ ref }) => ref),
        )
      ).map(({ id, text }) => [id, text]),
    );
    for (const { id, ref } of some) {
      await tx
        .updateTable('search_texts')
        .set({ search_text: `${kindMark(resource)}\n${texts.get(ref) ?? ''}` })
        .where('id', '=', id)
        .execute();
    }
  }
}

/** True for the rows of a kind, by their `id`, that have all of these words. */
export function hasWords(
  db: Db,
  resource: FoundResource,
  id: RawBuilder<unknown>,
  words: readonly string[],
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${id} in (select ref from search_texts
    where resource = ${sql.lit(resource)} and ${matchesInPassing(db, 'search_texts', words)})`;
}
