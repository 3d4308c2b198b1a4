import { limits } from '#shared/limits.ts';
import type { Db, RowId } from '../../database/types.ts';
import { type Chore, inBatches } from '../chore.ts';
import { eraseRows } from '../content/versions.ts';
import type { MediaStore } from '../media/store.ts';

/**
 * Returns the last day (such as 2026-05-31) on which a submission that was sent at `from` is stored: `months` later
 * (UTC), or the last day of that month if it is too short.
 */
export function retainUntil(from: Date, months: number = limits.retentionMonths) {
  const day = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(from.getUTCDate(), last));
  return dayOf(day);
}

/** Spam is stored as long as the trash: long enough to find a person who was mistaken for a robot. */
export function retainSpamUntil(from: Date) {
  return dayOf(new Date(from.getTime() + limits.trashDays * 24 * 60 * 60 * 1000));
}

/** Returns the UTC day of a time. */
export function dayOf(moment: Date) {
  return moment.toISOString().slice(0, 10);
}

/** Number of applicants that are erased in one transaction. */
const batch = 10;

/**
 * Erases applicants whose retention has ended: rows, history, notes and CVs. The chore reports numbers, but no names.
 */
export function retentionChore(media: MediaStore): Chore {
  return {
    name: 'applicants: retention',
    run: (now) =>
      inBatches(batch, () =>
        media.change([], async ({ tx, drop }) => {
          const over = tx.selectFrom('applicants').select('id').where('retain_until', '<', dayOf(now));
          const rows = await over.orderBy('retain_until').orderBy('id').limit(batch).execute();
          const ids = rows.map(({ id }) => id);
          const files = await cvFilesOf(tx, ids);
          drop(...files);
          await eraseRows(tx, 'applicants', ids);
          return { applicants: ids.length, files: files.length };
        }),
      ),
  };
}

/** Returns the files of these applicants' CVs. */
export async function cvFilesOf(db: Db, ids: readonly RowId[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('applicant_submissions')
    .select('cv_file')
    .where('applicant_id', 'in', ids)
    .execute();
  return rows.map((row) => row.cv_file);
}
