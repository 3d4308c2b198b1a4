import type { Selectable } from 'kysely';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

export type ListedPicture = Selectable<Tables['project_images']>;

/**
 * Returns the pictures of a list field of these rows: the pictures of each row in their order, without pictures in
 * the trash. `table` is the field's `parts.table`, a table with one table row per picture. The column with the id of
 * the owning row has a different name in each such table. Kysely cannot type such a name, so the code calls the
 * column `project_id` for every entity.
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
 * Returns the name of the column with the id of the row that owns a picture, for example `project_id`. The type is
 * `project_id` for every entity, because kysely cannot type a name that differs between tables.
 */
function ownerColumn(resource: string): 'project_id' {
  return `${resource}_id` as 'project_id';
}
