import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Db, Tables } from '../database/types.ts';

export type ImageRow = Selectable<Tables['project_images']>;

/** The images of these projects, each project's in their order. */
export async function imagesOf(db: Db, projectIds: readonly number[]): Promise<ImageRow[]> {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom('project_images')
    .selectAll()
    .where('project_id', 'in', projectIds)
    .orderBy('project_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export async function countImages(db: Db, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('project_images')
    .select((select) => select.fn.countAll().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds images after those that the project has. */
export async function appendImages(db: Db, projectId: number, images: readonly string[]): Promise<void> {
  if (images.length === 0) return;
  const last = await db
    .selectFrom('project_images')
    .select((select) => select.fn.max('position').as('position'))
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  const from = Number(last?.position ?? -1) + 1;
  await db
    .insertInto('project_images')
    .values(images.map((image, index) => ({ project_id: projectId, image, position: from + index })))
    .execute();
}

/** An image of a project that is not deleted. */
export function findImage(db: Db, id: number): Promise<ImageRow | undefined> {
  return db
    .selectFrom('project_images')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', 'in', living)
    .executeTakeFirst();
}

/**
 * Deletes an image unless it is the project's last; gives what it was. One statement decides and deletes, so that of two
 * that want the last two images only one wins.
 */
export function deleteImageButTheLast(db: Db, id: number): Promise<ImageRow | undefined> {
  return db
    .deleteFrom('project_images')
    .where('id', '=', id)
    .where('project_id', 'in', living)
    .where((where) =>
      where.exists(
        where
          .selectFrom('project_images as other')
          .select('other.id')
          .whereRef('other.project_id', '=', 'project_images.project_id')
          .whereRef('other.id', '<>', 'project_images.id'),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** The files that these projects name, deleted or not. */
export async function filesOfProjects(db: Db, ids: readonly number[]): Promise<(string | null)[]> {
  const videos = await db.selectFrom('projects').select('video').where('id', 'in', ids).execute();
  const images = await imagesOf(db, ids);
  return [...videos.map((row) => row.video), ...images.map((row) => row.image)];
}

const living = (select: ExpressionBuilder<Tables, 'project_images'>) =>
  select.selectFrom('projects').select('projects.id').where('deleted_at', 'is', null);
