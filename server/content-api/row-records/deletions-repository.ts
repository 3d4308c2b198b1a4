import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import type { EditedTable } from '../edits/repository.ts';

/** Records who deleted these rows. If a deletion is recorded already, that entry stays. */
export async function noteDeletions(
  tx: Db,
  table: EditedTable,
  ids: readonly RowId[],
  adminId: RowId | undefined,
): Promise<void> {
  if (adminId === undefined || ids.length === 0) return;
  await tx
    .insertInto('deletions')
    .values(ids.map((id) => ({ resource: table, row_id: id, admin_id: adminId })))
    .onConflict((known) => known.columns(['resource', 'row_id']).doNothing())
    .execute();
}

/** Deletes the entries about who deleted these rows. Called when the rows are restored or erased. */
export async function forgetDeletions(tx: Db, table: EditedTable, ids: readonly RowId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('deletions').where('resource', '=', table).where('row_id', 'in', ids).execute();
}
