import { type SqlBool, sql } from 'kysely';
import { type Category, category } from '#shared/entities/category.ts';
import type { post } from '#shared/entities/post.ts';
import { type project, projectInputSchema, type Work } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import { idField } from '#shared/schemas/fields.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import { rowIdOf, shownId } from '../../database/rows.ts';
import { titleKey } from '../../database/search.ts';
import type { Db, RowId } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import type { FieldErrors, Handlers } from '../calls.ts';
import type { Special } from './handlers.ts';
import { type ListedRowOf, presentRow, withDetails } from './table.ts';
import { categories } from './tables.ts';

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
async function noteFormerTitle(tx: Db, { id, title_key }: { id: RowId; title_key: string }) {
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

/** The rules of posts beyond the usual calls (docs/product.md §7). */
export const blogSpecial: Special<typeof post> = {
  conditions({ query }) {
    const { is_active, scheduled } = (query ?? {}) as { is_active?: string; scheduled?: string };
    return [
      // 0 is part of the SQL, as in the condition of the index.
      ...(is_active ? [sql<SqlBool>`is_active = ${sql.lit(Number(is_active))}`] : []),
      ...(scheduled
        ? [sql<SqlBool>`id in (select row_id from schedules where resource = 'blog' and next_at is not null)`]
        : []),
    ];
  },
  idField: { name: 'blog_id', rule: idField() },
};
