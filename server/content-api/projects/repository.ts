import { limits } from '#shared/limits.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';

/** Returns the projects of all categories in brief, as visitors see them: at most `limits.workListed`. */
export function allWork(db: Db) {
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

/** Returns all projects of a category, deleted projects included. */
export async function projectsIn(tx: Db, categoryId: RowId): Promise<RowId[]> {
  const rows = await tx.selectFrom('projects').select('id').where('category_id', '=', categoryId).execute();
  return rows.map(({ id }) => Number(id));
}
