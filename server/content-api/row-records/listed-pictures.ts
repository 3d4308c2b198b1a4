import type { Selectable } from 'kysely';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

export type ListedPicture = Selectable<Tables['project_images']>;

/**
 * Returns the pictures of a list field of these rows, each row's pictures in their order, without those in the trash.
 * `table` (`parts` of the field) has one row per picture. The column that names the owning row differs from table to
 * table, which kysely cannot type, so the code calls it `project_id` for every entity.
 */
export async function listedPictures(
  db: Db,
  table: string,
  resource: string,
  ids: readonly RowId[],
): Promise<ListedPicture[]> {
  if (ids.length === 0) return [];
  const owner = ownerColumn(resource);
  const rows = await db
    .selectFrom(table as 'project_images')
    .selectAll()
    .select(`${owner} as project_id` as 'project_id')
    .where(owner, 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy(owner)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows;
}

/**
 * Returns the name of the column that names the owning row. The type is always `project_id` (see `listedPictures`).
 */
export function ownerColumn(resource: string): 'project_id' {
  return `${resource}_id` as 'project_id';
}
