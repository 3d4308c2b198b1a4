import type { Selectable } from 'kysely';
import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import type { ProjectInput } from '#shared/schemas/project.ts';
import { isoAfter, isoNow } from '../../database/clock.ts';
import { publicIdAt } from '../../database/public-ids.ts';
import { countRows, readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';
import { appendImages, type ImageRow, imagesOf } from './images-repository.ts';

export type ProjectRow = Selectable<Tables['projects']> & { category_public_id: string | null };
/** A project in a list: without its whole text, and what its page shows below the text. */
export type ListedProjectRow = Omit<ProjectRow, 'description' | 'extra' | 'figures' | 'credits'>;

export interface WithImages<Row> {
  project: Row;
  images: ImageRow[];
}

/** The text id of a project's category. */
const categoryName = publicIdAt('categories', 'projects.category_id').as('category_public_id');

const listed = [
  'id',
  'public_id',
  'title',
  'summary',
  'excerpt',
  'search_title',
  'search_description',
  'share_image',
  'video',
  'captions',
  'v_order',
  'project_url',
  'client',
  'year',
  'services',
  'result',
  'quote',
  'quote_by',
  'category_id',
  'deleted_at',
  'created_at',
  'updated_at',
  categoryName,
] as const;

/**
 * Reads one page of a category's projects, ordered by `v_order`. Projects with the same `v_order` come oldest first.
 * The whole texts are not read.
 */
export function pageOfProjects(
  db: Db,
  categoryId: RowId,
  page: number,
): Promise<Page<WithImages<ListedProjectRow>>> {
  const ofCategory = (tx: Db) =>
    tx.selectFrom('projects').where('category_id', '=', categoryId).where('deleted_at', 'is', null);
  return readPage(
    db,
    page,
    (tx) => countRows(ofCategory(tx).select((select) => select.fn.countAll().as('total'))),
    async (tx, limit, offset) => {
      const found = await ofCategory(tx)
        .select(listed)
        .orderBy('v_order')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute();
      const images = await imagesOf(
        tx,
        found.map((project) => project.id),
      );
      return found.map((project) => ({
        project,
        images: images.filter((image) => image.project_id === project.id),
      }));
    },
  );
}

/** Returns the projects with these ids, with the columns that lists need. The results have no particular order. */
export async function listedProjects(
  db: Db,
  ids: readonly RowId[],
): Promise<(WithImages<ListedProjectRow> & { id: RowId })[]> {
  const found = await db.selectFrom('projects').select(listed).where('id', 'in', ids).execute();
  const images = await imagesOf(db, [...ids]);
  return found.map((project) => ({
    id: project.id,
    project,
    images: images.filter((image) => image.project_id === project.id),
  }));
}

export type WorkRow = Pick<ProjectRow, 'id' | 'public_id' | 'title' | 'client' | 'year' | 'credits'> & {
  category: string;
};

/** Returns the projects of all categories in brief, as visitors see them: at most `limits.workListed`. */
export function allWork(db: Db): Promise<WorkRow[]> {
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

/** Finds a project that is not deleted. */
export async function findProject(db: Db, id: RowId): Promise<WithImages<ProjectRow> | undefined> {
  const project = await db
    .selectFrom('projects')
    .selectAll()
    .select(categoryName)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return project && { project, images: await imagesOf(db, [id]) };
}

/** Finds a project that is not deleted, without its whole text and its images. */
export function findListedProject(db: Db, id: RowId): Promise<ListedProjectRow | undefined> {
  return db
    .selectFrom('projects')
    .select(listed)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The fields of the form, in which `category_id` is the row id of the category. */
type ProjectFields = Omit<ProjectInput, 'category_id'> & { category_id: RowId };

/** Adds a project with its images, in their order. Rejects when the category does not exist. */
export async function insertProject(
  db: Db,
  values: ProjectFields & { video: string | null; captions?: string; share_image?: string },
  images: readonly string[],
): Promise<WithImages<ProjectRow>> {
  const now = isoNow();
  const project = await db
    .insertInto('projects')
    .values({ ...values, summary: richTextSummary(values.description), created_at: now, updated_at: now })
    .returningAll()
    .returning(categoryName)
    .executeTakeFirstOrThrow();
  await appendImages(db, project.id, images);
  return { project, images: await imagesOf(db, [project.id]) };
}

/** New addresses of a project's files; null removes a file, and a file without an address stays. */
type ProjectFiles = Partial<Record<'video' | 'captions' | 'share_image', string | null>>;

/** Changes a project. Rejects when the category does not exist. */
export async function updateProject(
  db: Db,
  before: Pick<ProjectRow, 'id' | 'updated_at'>,
  values: ProjectFields & ProjectFiles,
): Promise<WithImages<ProjectRow>> {
  const project = await db
    .updateTable('projects')
    .set({
      ...values,
      summary: richTextSummary(values.description),
      updated_at: isoAfter(before.updated_at),
    })
    .where('id', '=', before.id)
    .returningAll()
    .returning(categoryName)
    .executeTakeFirstOrThrow();
  return { project, images: await imagesOf(db, [project.id]) };
}

/** True if the category of this project is not deleted; the project itself may be. */
export async function hasLivingCategory(db: Db, projectId: RowId): Promise<boolean> {
  const found = await db
    .selectFrom('projects')
    .innerJoin('categories', 'categories.id', 'projects.category_id')
    .select('categories.id')
    .where('projects.id', '=', projectId)
    .where('categories.deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** True for a category that is not deleted. */
export async function categoryExists(db: Db, id: RowId): Promise<boolean> {
  const found = await db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns all projects of a category, deleted projects included. */
export async function projectsIn(tx: Db, categoryId: RowId): Promise<RowId[]> {
  const rows = await tx.selectFrom('projects').select('id').where('category_id', '=', categoryId).execute();
  return rows.map(({ id }) => Number(id));
}
