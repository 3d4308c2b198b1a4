import { type SqlBool, sql } from 'kysely';
import { project as noun } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import { type Project, projectChangeSchema, projectInputSchema, type Work } from '#shared/schemas/project.ts';
import { rowIdOf, shownId } from '../../database/public-ids.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import type { Handlers } from '../calls.ts';
import { contentHandlers } from '../content/handlers.ts';
import { presentRow } from '../content/present.ts';
import { categories, projectImages, projects } from '../content/tables.ts';
import type { MediaStore } from '../media/store.ts';
import { withDetails, withDetailsOf } from '../pictures/repository.ts';
import type { FieldErrors } from '../validation/field-errors.ts';

/** The calls of docs/product.md §7 about projects and their pictures. */
export function projectHandlers(db: Db, media: MediaStore): Handlers {
  const content = contentHandlers(db, media, {
    rows: projects,
    word: 'project',
    input: projectInputSchema,
    changeInput: projectChangeSchema,
    present: (row) => presentRow(noun, row, 'alone'),
    async check(form, errors) {
      await needCategory(db, form.text('category_id'), errors);
    },
    // Checked again: the category may have been deleted while the form was checked.
    columns: async (tx, { category_id }, errors) => ({
      category_id: await needCategory(tx, category_id, errors),
    }),
  });
  return {
    async getProjects(call) {
      assertThat(await categories.exists(db, call.id), 'category.notFound', 404);
      const found = await projects.page(db, call.page, [sql<SqlBool>`category_id = ${call.id}`]);
      const shown = found.data.map((row) => presentRow<Project>(noun, row, 'in a list'));
      return { data: { ...found, data: await withDetails(db, shown, imagesIn) } };
    },
    async getSingleProject(call) {
      const project = await projects.find(db, call.id);
      assertThat(project, 'project.notFound', 404);
      const shown = presentRow<Project>(noun, project, 'alone');
      return { data: await withDetailsOf(db, shown, imagesIn(shown)) };
    },
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
    addProject: content.add,
    updateProject: content.change,
    deleteProject: content.remove,
    reorderProjects: content.reorder,
    deleteProjectImage: (call) => projectImages.remove(db, call),
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

function imagesIn({ images, share_image }: Project) {
  return [...images.map(({ image }) => image), share_image];
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
