import type { Db, RowId, Tables } from '../../database/types.ts';
import { newerVersion } from '../../errors.ts';

/** A row in its present version. */
interface Version {
  id: RowId;
  updated_at: string;
}

/** Records who made this version of the row. Call it in the transaction that makes the version. */
export async function noteEdit(tx: Db, table: keyof Tables, row: Version, who: string) {
  const edit = { who, at: row.updated_at };
  await tx
    .insertInto('last_edits')
    .values({ resource: table, row_id: row.id, ...edit })
    .onConflict((known) => known.columns(['resource', 'row_id']).doUpdateSet(edit))
    .execute();
}

/**
 * Returns who made this version of the row; undefined if no admin made it in a form: sample content, a restored row,
 * or an applicant who applied again.
 */
async function lastEditor(tx: Db, table: keyof Tables, row: Version) {
  const edit = await tx
    .selectFrom('last_edits')
    .select('who')
    .where('resource', '=', table)
    .where('row_id', '=', row.id)
    .where('at', '=', row.updated_at)
    .executeTakeFirst();
  return edit?.who;
}

/** Records who deleted this row. If a deletion is recorded already, that entry stays. */
export async function noteDeletion(tx: Db, table: keyof Tables, row_id: RowId, admin_id: RowId | undefined) {
  if (admin_id === undefined) return;
  await tx
    .insertInto('deletions')
    .values({ resource: table, row_id, admin_id })
    .onConflict((known) => known.columns(['resource', 'row_id']).doNothing())
    .execute();
}

/** Deletes what is recorded about erased rows; of restored ones, only who deleted them. */
export async function forgetAuthors(
  tx: Db,
  table: keyof Tables,
  ids: readonly RowId[],
  records: readonly ('last_edits' | 'deletions')[] = ['last_edits', 'deletions'],
) {
  for (const record of ids.length > 0 ? records : [])
    await tx
      .deleteFrom(record as 'deletions')
      .where('resource', '=', table)
      .where('row_id', 'in', ids)
      .execute();
}

/**
 * Throws 409 `conflict.newer` when the row has changed since the `updated_at` that the form began with (optimistic
 * concurrency). The error contains both values of `updated_at`, and the other author if known. Without an
 * `updated_at` the last change wins. Call it inside the transaction of the change.
 */
export async function assertNotNewer(
  tx: Db,
  table: keyof Tables,
  sent: string | null | undefined,
  row: Version,
) {
  if (!sent || sent === row.updated_at) return;
  throw newerVersion(sent, row.updated_at, await lastEditor(tx, table, row));
}
