import type { RowId } from '../../database/row-id.ts';
import { titleKey } from '../../database/title-key.ts';
import type { Db } from '../../database/types.ts';

/**
 * Finds the category with this title. An exact match comes first, then the oldest category with the title in another
 * case, then a category that had the title earlier.
 */
export async function findByTitle(db: Db, title: string) {
  const found = await withTitle(db, title);
  const named = found.find((category) => category.title.normalize('NFC') === title.normalize('NFC').trim());
  return (named ?? found[0] ?? (await formerlyTitled(db, title)))?.id;
}

/**
 * Finds another category whose title differs from this one at most in case or blanks. Visitors could not tell the
 * URLs of the two apart.
 */
export async function findNamesake(db: Db, title: string, besides?: RowId) {
  return (await withTitle(db, title)).find(({ id }) => id !== besides);
}

function withTitle(db: Db, title: string) {
  return db
    .selectFrom('categories')
    .select(['id', 'title'])
    .where('title_key', '=', titleKey(title))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

function formerlyTitled(db: Db, title: string) {
  return db
    .selectFrom('categories')
    .innerJoin('former_category_titles', 'former_category_titles.category_id', 'categories.id')
    .select('categories.id')
    .where('former_category_titles.title_key', '=', titleKey(title))
    .where('categories.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The URL with the present title will redirect to the URL with the next one. */
export async function noteFormerTitle(tx: Db, { id, title_key }: { id: RowId; title_key: string }) {
  await tx
    .insertInto('former_category_titles')
    .values({ title_key, category_id: id })
    .onConflict((known) => known.column('title_key').doUpdateSet({ category_id: id }))
    .execute();
}

/** Returns by category how many projects it has that are not deleted. */
export async function projectCounts(db: Db, ids: readonly RowId[]) {
  const counts = await db
    .selectFrom('projects')
    .select((select) => ['category_id', select.fn.countAll().as('projects')])
    .where('category_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .groupBy('category_id')
    .execute();
  return new Map(counts.map(({ category_id, projects }) => [category_id, Number(projects)]));
}
