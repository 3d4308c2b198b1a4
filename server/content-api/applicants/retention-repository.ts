import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { forgetEdits } from '../edits/repository.ts';
import { forgetDeletions } from '../row-records/deletions-repository.ts';

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

/** Erases applicants and all their data; returns the number of erased rows by kind. */
export async function eraseApplicants(tx: Db, ids: readonly RowId[]): Promise<Record<string, number>> {
  const erased: Record<string, number> = { applicants: 0, submissions: 0, notes: 0, events: 0 };
  if (ids.length === 0) return erased;
  const kinds = {
    submissions: 'applicant_submissions',
    notes: 'applicant_notes',
    events: 'applicant_events',
  } as const;
  for (const [kind, table] of Object.entries(kinds)) {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where('applicant_id', 'in', ids)
      .executeTakeFirstOrThrow();
    erased[kind] = Number(numDeletedRows);
  }
  const { numDeletedRows } = await tx
    .deleteFrom('applicants')
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  await forgetEdits(tx, 'applicants', ids);
  await forgetDeletions(tx, 'applicants', ids);
  return { ...erased, applicants: Number(numDeletedRows) };
}
