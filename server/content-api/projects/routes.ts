import { type SqlBool, sql } from 'kysely';
import type { project } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import { projectInputSchema, type Work } from '#shared/schemas/project.ts';
import { rowIdOf, shownId } from '../../database/rows.ts';
import type { Db, RowId } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import type { FieldErrors, Handlers } from '../calls.ts';
import type { Special } from '../content/handlers.ts';
import { categories } from '../content/tables.ts';

/** The rules of projects beyond the usual calls (docs/product.md §7). */
export function projectSpecial(db: Db): Special<typeof project> {
  return {
    async conditions({ id, query, row }) {
      const { category_id } = query as { category_id?: RowId };
      // The path of getProjects names the category; the query of searchProjects may.
      const isOfOne = row === 'getProjects';
      if (isOfOne) assertThat(await categories.exists(db, id), 'category.notFound', 404);
      const category = isOfOne ? id : category_id;
      return category === undefined ? [] : [sql<SqlBool>`category_id = ${category}`];
    },
    async check(form, errors) {
      await needCategory(db, form.text('category_id'), errors);
    },
    // Checked again: the category may have been deleted while the form was checked.
    columns: async (tx, { category_id }, errors) => ({
      category_id: await needCategory(tx, category_id, errors),
    }),
  };
}

export function projectHandlers(db: Db): Handlers {
  return {
    async getWork() {
      const data = (await allWork(db)).map((row): Work => {
        const { title, client, year, credits, category } = row;
        const facts = { client: client || undefined, year: year || undefined, credits: credits || undefined };
        return { id: shownId(row), title, category, ...facts };
      });
      return {
        data: { data, current_page: 1, last_page: 1, per_page: limits.workListed, total: data.length },
      };
    },
  };
}

/**
 * Returns the row id of the chosen category. Adds an error if the category does not exist, but not if none was
 * chosen, because the schema reports that already.
 */
async function needCategory(db: Db, sent: unknown, errors: FieldErrors) {
  const { data: id } = projectInputSchema.shape.category_id.safeParse(sent);
  const row = await rowIdOf(db, 'categories', id);
  if (id !== undefined && !(await categories.exists(db, row)))
    errors.add('category_id', 'project.categoryRequired');
  return row;
}

/** Returns the projects of all categories in brief, as visitors see them: at most `limits.workListed`. */
function allWork(db: Db) {
  return db
    .selectFrom('projects')
    .innerJoin('categories', 'categories.id', 'projects.category_id')
    .select([
      'projects.id',
      'projects.public_id',
      'projects.title',
      'projects.client',
      'projects.year',
      'projects.credits',
      'categories.title as category',
    ])
    .where('projects.deleted_at', 'is', null)
    .where('categories.deleted_at', 'is', null)
    .orderBy('categories.id')
    .orderBy('projects.v_order')
    .orderBy('projects.id')
    .limit(limits.workListed)
    .execute();
}
