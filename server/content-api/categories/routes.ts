import { category } from '#shared/entities/category.ts';
import type { Category } from '#shared/schemas/category.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import { titleKey } from '../../database/search.ts';
import type { Db, RowId } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import type { Handlers } from '../calls.ts';
import type { Special } from '../content/handlers.ts';
import { presentRow, withDetails } from '../content/present.ts';
import type { ListedRowOf } from '../content/table.ts';
import { categories } from '../content/tables.ts';

/** The rules of categories beyond the usual calls (docs/product.md §7). */
export function categorySpecial(site: LiveSite): Special<typeof category> {
  return {
    present: presentCategories,
    needs: (field) => field !== 'tech_img' || site().pages.portfolio.made_with,
    async columns(tx, { title }, errors, before) {
      // Two categories that already share a title can still be changed, as long as their titles stay the same.
      if (titleKey(title) === before?.title_key) return {};
      const namesake = await findNamesake(tx, title, before?.id);
      if (namesake) errors.add('title', 'category.titleTaken', { title: namesake.title });
      if (before) await noteFormerTitle(tx, before);
      return {};
    },
    async removed(tx, id) {
      const projects = (await projectCounts(tx, [id])).get(id) ?? 0;
      if (projects > 0)
        throw new AppError('category.notEmpty', 409, { values: { projects }, data: { projects } });
    },
  };
}

export function categoryHandlers(db: Db): Handlers {
  return {
    async getCategoryByTitle(call) {
      const id = await findByTitle(db, call.query.title);
      const found = id === undefined ? undefined : await categories.find(db, id);
      assertThat(found, 'category.notFound', 404);
      const [data] = await withDetails(db, category, await presentCategories(db, [found]));
      return { data };
    },
  };
}

/** Returns categories as answers have them, with the numbers of their projects. */
async function presentCategories(db: Db, rows: readonly ListedRowOf<typeof category>[]): Promise<Category[]> {
  const counts = await projectCounts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...presentRow<Category>(category, row, 'alone'),
    // Null if the category has no image, which is possible for a category from another product.
    image: row.image || null,
    projects_count: counts.get(row.id) ?? 0,
  }));
}

/**
 * Finds the category with this title. An exact match comes first, then the oldest category with the title in another
 * case, then a category that had the title earlier.
 */
async function findByTitle(db: Db, title: string) {
  const found = await withTitle(db, title);
  const named = found.find((category) => category.title.normalize('NFC') === title.normalize('NFC').trim());
  return (named ?? found[0] ?? (await formerlyTitled(db, title)))?.id;
}

/**
 * Finds another category whose title differs from this one at most in case or blanks. Visitors could not tell the
 * URLs of the two apart.
 */
async function findNamesake(db: Db, title: string, besides?: RowId) {
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
async function projectCounts(db: Db, ids: readonly RowId[]) {
  const counts = await db
    .selectFrom('projects')
    .select((select) => ['category_id', select.fn.countAll().as('projects')])
    .where('category_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .groupBy('category_id')
    .execute();
  return new Map(counts.map(({ category_id, projects }) => [category_id, Number(projects)]));
}
