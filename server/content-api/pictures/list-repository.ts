import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { limits } from '#shared/limits.ts';
import { countRows, readPage } from '../../database/read-page.ts';
import { wordsOf } from '../../database/search.ts';
import { foldNewTexts, hasWords } from '../../database/search-texts.ts';
import type { Db, Tables } from '../../database/types.ts';

type Use = 'all' | 'used' | 'unused';

interface PictureSearch {
  search?: string;
  use?: Use;
  per_page?: number;
}

/**
 * Reads one page of pictures, newest first. Without a search, the totals are read from a table that database triggers
 * keep up to date.
 */
export async function pageOfPictures(
  db: Db,
  page: number,
  { search, use = 'all', per_page: perPage = limits.pageSize }: PictureSearch,
) {
  const words = wordsOf(search ?? '');
  if (words.length > 0) await foldNewTexts(db);
  const matching = (tx: Db) =>
    ofUse(tx.selectFrom('pictures'), use).$if(words.length > 0, (query) =>
      query.where(hasWords(tx, 'picture', sql.ref('id'), words)),
    );
  return readPage(
    db,
    page,
    (tx) =>
      words.length > 0
        ? countRows(matching(tx).select((select) => select.fn.countAll().as('total')))
        : countPictures(tx, use),
    (tx, limit, offset) =>
      matching(tx).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    perPage,
  );
}

async function countPictures(tx: Db, use: Use) {
  const rows = await tx.selectFrom('picture_counts').selectAll().execute();
  return rows
    .filter(({ used }) => use === 'all' || (used === 1) === (use === 'used'))
    .reduce((sum, { total }) => sum + total, 0);
}

/**
 * The conditions must have the same text as those of the indexes (migrations/schema.ts), so that the database uses the
 * indexes.
 */
function ofUse<Row>(query: SelectQueryBuilder<Tables, 'pictures', Row>, use: Use) {
  return query
    .$if(use === 'used', (some) => some.where(sql<SqlBool>`uses > 0`))
    .$if(use === 'unused', (some) => some.where(sql<SqlBool>`uses <= 0`));
}
