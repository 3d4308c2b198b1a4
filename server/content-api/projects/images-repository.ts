import type { ExpressionBuilder } from 'kysely';
import { project } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import { isoNow } from '../../database/clock.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { type ListedPicture, listedPictures } from '../row-records/listed-pictures.ts';

export type ImageRow = ListedPicture;

/**
 * Returns the images of these projects, without deleted images. The images of each project are in the order of that
 * project.
 */
export function imagesOf(db: Db, projectIds: readonly RowId[]): Promise<ImageRow[]> {
  return listedPictures(db, project.fields.images.parts.table, project.resource, projectIds);
}

export async function countImages(db: Db, projectId: RowId): Promise<number> {
  const { count } = await db
    .selectFrom('project_images')
    .select((select) => select.fn.countAll().as('count'))
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Appends images to the project. */
export async function appendImages(db: Db, projectId: RowId, images: readonly string[]): Promise<void> {
  if (images.length === 0) return;
  const last = await db
    .selectFrom('project_images')
    .select((select) => select.fn.max('position').as('position'))
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  const from = Number(last?.position ?? -1) + 1;
  await db
    .insertInto('project_images')
    .values(
      images.map((image, index) => ({
        project_id: projectId,
        image,
        position: from + index,
        updated_at: isoNow(),
      })),
    )
    .execute();
}

/** Finds an image that is not deleted, of a project that is not deleted. */
export function findImage(db: Db, id: RowId): Promise<ImageRow | undefined> {
  return db
    .selectFrom('project_images')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('project_id', 'in', living)
    .executeTakeFirst();
}

/**
 * Moves an image to the trash unless it is the project's last one; returns false if it stays. One statement decides
 * and deletes, so that of two concurrent deletions of the last two images only one succeeds.
 */
export async function softDeleteImageUnlessLast(db: Db, id: RowId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('project_images')
    .set({ deleted_at: isoNow() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('project_id', 'in', living)
    .where((where) =>
      where.exists(
        where
          .selectFrom('project_images as other')
          .select('other.id')
          .whereRef('other.project_id', '=', 'project_images.project_id')
          .whereRef('other.id', '<>', 'project_images.id')
          .where('other.deleted_at', 'is', null),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Throws AppError when this image cannot be restored: its project is deleted, or is full. */
export async function assertImageFits(db: Db, id: RowId): Promise<void> {
  const image = await findImage(db, id);
  assertThat(image, 'project.notFound', 409);
  assertThat((await countImages(db, image.project_id)) <= limits.projectImages, 'upload.tooMany', 409, {
    values: { field: 'images', limit: limits.projectImages },
  });
}

/** Returns the files of these images, deleted images included. */
export async function filesOfImages(db: Db, ids: readonly RowId[]): Promise<string[]> {
  const rows = await db.selectFrom('project_images').select('image').where('id', 'in', ids).execute();
  return rows.map((row) => row.image);
}

/** Returns the files of these projects and of their images. Deleted projects and deleted images are included. */
export async function filesOfProjects(db: Db, ids: readonly RowId[]): Promise<(string | null)[]> {
  const files = await db
    .selectFrom('projects')
    .select(['video', 'captions', 'share_image'])
    .where('id', 'in', ids)
    .execute();
  const images = await db
    .selectFrom('project_images')
    .select('image')
    .where('project_id', 'in', ids)
    .execute();
  return [
    ...files.flatMap((row) => [row.video, row.captions, row.share_image]),
    ...images.map((row) => row.image),
  ];
}

const living = (select: ExpressionBuilder<Tables, 'project_images'>) =>
  select.selectFrom('projects').select('projects.id').where('deleted_at', 'is', null);
