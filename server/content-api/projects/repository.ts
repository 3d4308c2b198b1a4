import type { Selectable } from 'kysely';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import { isoNow } from '../clock.ts';
import type { Db, Tables } from '../database/types.ts';

export interface ProjectWithImages {
  project: Selectable<Tables['projects']>;
  images: Selectable<Tables['project_images']>[];
}

export interface ProjectValues {
  title: string;
  description: string;
  v_order: number;
  project_url: string | null;
  category_id: number;
}

/** Adds a project with its images, in their order. Rejects when the category is not there. */
export async function insertProject(
  db: Db,
  values: ProjectValues & { video: string | null },
  images: readonly string[],
): Promise<ProjectWithImages> {
  const now = isoNow();
  const project = await db
    .insertInto('projects')
    .values({ ...values, summary: richTextSummary(values.description), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('project_images')
    .values(images.map((image, position) => ({ project_id: project.id, image, position })))
    .execute();
  return { project, images: await imagesOf(db, project.id) };
}

export async function categoryExists(db: Db, id: number): Promise<boolean> {
  return Boolean(await db.selectFrom('categories').select('id').where('id', '=', id).executeTakeFirst());
}

function imagesOf(db: Db, projectId: number) {
  return db
    .selectFrom('project_images')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}
