import type { TrashResource } from '#shared/schemas/trash.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import type { TrashTable } from '../row-records/trash-repository.ts';

/** A resource with a trash: lists and reads leave out its rows with a `deleted_at`. */
export interface TrashEntry {
  resource: TrashResource;
  table: TrashTable;
  /**
   * Checks a restored row, in the same transaction: throws AppError when it cannot be restored now, e.g. because the
   * record that it belongs to no longer exists.
   */
  assertFits?(tx: Db, id: RowId): Promise<void>;
  /** Deleted rows that belong to this row and are erased with it. */
  below?: { resource: TrashResource; idsOf(tx: Db, id: RowId): Promise<readonly RowId[]> };
  /** Returns the files that only these rows name; they are erased too. */
  filesOf?(tx: Db, ids: readonly RowId[]): Promise<readonly (string | null)[]>;
}
