import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

/** A table whose rows are edited in forms, or go to the trash. */
export type EditedTable = Extract<
  keyof Tables,
  | 'jobs'
  | 'applicants'
  | 'applicant_notes'
  | 'projects'
  | 'project_images'
  | 'categories'
  | 'tech_images'
  | 'blogs'
  | 'team_members'
  | 'messages'
  | 'saved_answers'
  | 'pictures'
>;

/** A row in its present version. */
interface Version {
  id: RowId;
  updated_at: string;
}

/** Records who made this version of the row. Call it in the transaction that makes the version. */
export async function noteEdit(tx: Db, table: EditedTable, row: Version, who: string): Promise<void> {
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
export async function lastEditor(tx: Db, table: EditedTable, row: Version): Promise<string | undefined> {
  const edit = await tx
    .selectFrom('last_edits')
    .select('who')
    .where('resource', '=', table)
    .where('row_id', '=', row.id)
    .where('at', '=', row.updated_at)
    .executeTakeFirst();
  return edit?.who;
}

/** Deletes the records of who edited these erased rows. */
export async function forgetEdits(tx: Db, table: EditedTable, ids: readonly RowId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('last_edits').where('resource', '=', table).where('row_id', 'in', ids).execute();
}
