import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { newerVersion } from '../../newer-version.ts';
import { type EditedTable, lastEditor } from '../edits/repository.ts';

/**
 * Throws 409 `conflict.newer` when the row has changed since the `updated_at` that the form began with (optimistic
 * concurrency). The error contains both values of `updated_at`, and the other author if known. Without an
 * `updated_at` the last change wins. Call it inside the transaction of the change.
 */
export async function assertNotNewer(
  tx: Db,
  table: EditedTable,
  sent: string | null | undefined,
  row: { id: RowId; updated_at: string },
): Promise<void> {
  if (!sent || sent === row.updated_at) return;
  const who = await lastEditor(tx, table, row);
  throw newerVersion(sent, row.updated_at, who);
}
