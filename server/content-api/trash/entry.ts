import type { TrashResource } from '#shared/schemas/trash.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import type { TrashTable } from '../row-records/trash-repository.ts';

/** What the trash knows of a resource: lists and reads leave out its rows whose `deleted_at` is set. */
export interface TrashEntry {
  resource: TrashResource;
  table: TrashTable;
  /**
   * Looks at a row that has just come back, in the same transaction: throws AppError when it cannot as things are now, e.g.
   * because what it belongs to is gone.
   */
  assertFits?(tx: Db, id: RowId): Promise<void>;
  /** Deleted rows without which it cannot be erased: they go with it. */
  below?: { resource: TrashResource; idsOf(tx: Db, id: RowId): Promise<readonly RowId[]> };
  /** The files that only these rows name; they go with them. */
  filesOf?(tx: Db, ids: readonly RowId[]): Promise<readonly (string | null)[]>;
}
