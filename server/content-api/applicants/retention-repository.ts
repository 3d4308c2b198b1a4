import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';

/** Returns applicants whose retention ended before that day, deleted or not, oldest first. */
export async function retainedBefore(db: Db, day: string, limit: number): Promise<RowId[]> {
  const rows = await db
    .selectFrom('applicants')
    .select('id')
    .where('retain_until', '<', day)
    .orderBy('retain_until')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the CVs that belong to these applicants and to no others. */
export async function cvFilesOf(db: Db, ids: readonly RowId[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('applicant_submissions')
    .select('cv_file')
    .where('applicant_id', 'in', ids)
    .execute();
  return rows.map((row) => row.cv_file);
}
