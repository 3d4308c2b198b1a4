import { category as noun } from '#shared/entities/category.ts';
import { type Category, categoryChangeSchema, categoryInputSchema } from '#shared/schemas/category.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import { titleKey } from '../../database/title-key.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import type { EngineAnswer, Handlers } from '../calls.ts';
import { contentHandlers } from '../content/handlers.ts';
import { presentRow } from '../content/present.ts';
import type { ListedRowOf } from '../content/table.ts';
import { categories, logos } from '../content/tables.ts';
import { softDeleteRow } from '../content/trash-repository.ts';
import type { MediaStore } from '../media/store.ts';
import { withDetails, withDetailsOf } from '../pictures/details.ts';
import { findByTitle, findNamesake, noteFormerTitle, projectCounts } from './repository.ts';

type CategoryRow = ListedRowOf<typeof noun>;

/** The calls of docs/product.md §7 about categories and their logos. */
export function categoryHandlers(db: Db, media: MediaStore, site: LiveSite): Handlers {
  const content = contentHandlers(db, media, {
    rows: categories,
    word: 'category',
    input: categoryInputSchema,
    changeInput: categoryChangeSchema,
    present: (row, tx) => presentCategory(tx, row),
    needs: (field) => field !== 'tech_img' || site().pages.portfolio.made_with,
    async columns(tx, { title }, errors, before) {
      // Two categories that already share a title can still be changed, as long as their titles stay the same.
      if (titleKey(title) === before?.title_key) return {};
      const namesake = await findNamesake(tx, title, before?.id);
      if (namesake) errors.add('title', 'category.titleTaken', { title: namesake.title });
      if (before) await noteFormerTitle(tx, before);
      return {};
    },
  });
  async function shown(category: CategoryRow | undefined): Promise<EngineAnswer> {
    assertThat(category, 'category.notFound', 404);
    const answer = await presentCategory(db, category);
    return { data: await withDetailsOf(db, answer, imagesIn(answer)) };
  }
  return {
    async getProjectCategory(call) {
      const found = await categories.page(db, call.page);
      const data = await presentCategories(db, found.data);
      return { data: { ...found, data: await withDetails(db, data, imagesIn) } };
    },
    getSingleCategory: async (call) => shown(await categories.find(db, call.id)),
    async getCategoryByTitle(call) {
      const id = await findByTitle(db, call.query.title);
      return shown(id === undefined ? undefined : await categories.find(db, id));
    },
    addProjectCategory: content.add,
    updateProjectCategory: content.change,
    deleteProjectCategory: (call) =>
      db.transaction().execute(async (tx) => {
        assertThat(await softDeleteRow(tx, 'categories', call.id, call.admin?.id), 'category.notFound', 404);
        const projects = (await projectCounts(tx, [call.id])).get(call.id) ?? 0;
        if (projects > 0)
          throw new AppError('category.notEmpty', 409, { values: { projects }, data: { projects } });
        return { data: null, message: 'category.deleted' };
      }),
    deleteTechImage: (call) => logos.remove(db, call),
  };
}

/** Returns categories as answers have them, with the numbers of their projects. */
export async function presentCategories(db: Db, rows: readonly CategoryRow[]): Promise<Category[]> {
  const counts = await projectCounts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...presentRow<Category>(noun, row, 'alone'),
    // Null if the category has no image, which is possible for a category from another product.
    image: row.image || null,
    projects_count: counts.get(row.id) ?? 0,
  }));
}

async function presentCategory(db: Db, row: CategoryRow): Promise<Category> {
  const [category] = await presentCategories(db, [row]);
  return category as Category;
}

function imagesIn({ image, tech_img }: Category) {
  return [image, ...tech_img.map((logo) => logo.image)];
}
