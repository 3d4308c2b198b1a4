import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import { createQueryCache } from '../../database/query-cache.ts';
import { nearerEnd, readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import { wordsOf } from '../../database/search.ts';
import { foldNewTexts, hasWords } from '../../database/search-texts.ts';
import type { Db, Tables } from '../../database/types.ts';
import type { PictureRow } from './repository.ts';

type Use = 'all' | 'used' | 'unused';

interface PictureSearch {
  search?: string;
  use?: Use;
  per_page?: number;
}

/** Cached ids of search results, newest first. */
const found = createQueryCache<RowId[]>();

/**
 * Reads one page of pictures, newest first. Without a search, the totals are read from a table that database triggers
 * keep up to date. With a search, the ids of all results are cached until the next write.
 */
export async function pageOfPictures(
  db: Db,
  page: number,
  { search, use = 'all', per_page: perPage = limits.pageSize }: PictureSearch,
): Promise<Page<PictureRow>> {
  const words = wordsOf(search ?? '');
  if (words.length === 0) {
    return readPage(
      db,
      page,
      (tx) => countPictures(tx, use),
      async (tx, _limit, offset, total) => {
        const reach = nearerEnd(total, perPage, offset);
        const order = reach.backwards ? 'asc' : 'desc';
        const rows = await ofUse(tx.selectFrom('pictures').selectAll(), use)
          .orderBy('id', order)
          .limit(reach.limit)
          .offset(reach.offset)
          .execute();
        return reach.backwards ? rows.reverse() : rows;
      },
      perPage,
    );
  }
  await foldNewTexts(db);
  let ids: RowId[] = [];
  return readPage(
    db,
    page,
    async (tx) => {
      ids = await found(db, tx, [words, use], () => findPictures(tx, words, use));
      return ids.length;
    },
    async (tx, limit, offset) => {
      const some = ids.slice(offset, offset + limit);
      if (some.length === 0) return [];
      return tx.selectFrom('pictures').selectAll().where('id', 'in', some).orderBy('id', 'desc').execute();
    },
    perPage,
  );
}

async function findPictures(tx: Db, words: readonly string[], use: Use): Promise<RowId[]> {
  const matches = hasWords(tx, 'picture', sql.ref('id'), words);
  const rows = await ofUse(tx.selectFrom('pictures').select('id').where(matches), use)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

async function countPictures(tx: Db, use: Use): Promise<number> {
  const rows = await tx.selectFrom('picture_counts').selectAll().execute();
  return rows
    .filter(({ used }) => use === 'all' || (used === 1) === (use === 'used'))
    .reduce((sum, { total }) => sum + total, 0);
}

/**
 * The conditions must have the same text as those of the indexes (migrations/schema.ts), so that the database uses the
 * indexes.
 */
function ofUse<Row>(
  query: SelectQueryBuilder<Tables, 'pictures', Row>,
  use: Use,
): SelectQueryBuilder<Tables, 'pictures', Row> {
  return query
    .$if(use === 'used', (some) => some.where(sql<SqlBool>`uses > 0`))
    .$if(use === 'unused', (some) => some.where(sql<SqlBool>`uses <= 0`));
}
