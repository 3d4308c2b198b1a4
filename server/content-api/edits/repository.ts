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

/** A row in the version that it has now. */
interface Version {
  id: RowId;
  updated_at: string;
}

/** Notes who made this version of the row. To be called in the transaction that makes it. */
export async function noteEdit(tx: Db, table: EditedTable, row: Version, who: string): Promise<void> {
  const edit = { who, at: row.updated_at };
  await tx
    .insertInto('last_edits')
    .values({ resource: table, row_id: row.id, ...edit })
    .onConflict((known) => known.columns(['resource', 'row_id']).doUpdateSet(edit))
    .execute();
}

/**
 * Who made this version of the row; undefined when nobody did in a form: sample content, a row that was restored, or an
 * applicant who applied again.
 */
export async function whoEdited(tx: Db, table: EditedTable, row: Version): Promise<string | undefined> {
  const edit = await tx
    .selectFrom('last_edits')
    .select('who')
    .where('resource', '=', table)
    .where('row_id', '=', row.id)
    .where('at', '=', row.updated_at)
    .executeTakeFirst();
  return edit?.who;
}

/** For rows that are erased. */
export async function forgetEdits(tx: Db, table: EditedTable, ids: readonly RowId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('last_edits').where('resource', '=', table).where('row_id', 'in', ids).execute();
}
