import type { Selectable } from 'kysely';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

export type ListedPicture = Selectable<Tables['project_images']>;

/**
 * The pictures of a list, of which `table` (`parts` of its field) has a row for each, of these rows of its noun, each row's in their order; without those in the trash. The tables
 * of such lists are alike but for the column that names the row, which kysely cannot type: it is `project_id` here, whatever the noun.
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

/** The column of such a table that names the row. */
export function ownerColumn(resource: string): 'project_id' {
  return `${resource}_id` as 'project_id';
}
