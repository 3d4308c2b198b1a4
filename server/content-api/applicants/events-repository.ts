import type { Insertable } from 'kysely';
import { isoAfter, isoNow } from '../../database/clock.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

export async function insertEvent(tx: Db, event: Insertable<Tables['applicant_events']>) {
  await tx.insertInto('applicant_events').values(event).execute();
}

/** Adds a change of status by `who` to the history. */
export async function insertMove(
  tx: Db,
  applicantId: RowId,
  move: Pick<Insertable<Tables['applicant_events']>, 'from_status' | 'to_status' | 'who'>,
) {
  await insertEvent(tx, { applicant_id: applicantId, type: 'status', ...move, created_at: isoNow() });
}

export function eventsOf(db: Db, applicantId: RowId) {
  return db
    .selectFrom('applicant_events')
    .selectAll()
    .where('applicant_id', '=', applicantId)
    .orderBy('id')
    .execute();
}

export function insertNote(tx: Db, applicantId: RowId, note: { note: string; who: string }) {
  const now = isoNow();
  return tx
    .insertInto('applicant_notes')
    .values({ applicant_id: applicantId, ...note, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Finds a note that is not deleted, on an applicant who is not deleted. */
export function findNote(db: Db, id: RowId) {
  return db
    .selectFrom('applicant_notes')
    .innerJoin('applicants', 'applicants.id', 'applicant_notes.applicant_id')
    .selectAll('applicant_notes')
    .where('applicant_notes.id', '=', id)
    .where('applicant_notes.deleted_at', 'is', null)
    .where('applicants.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Changes the text of a note; its author and time stay the same. */
export function updateNote(tx: Db, before: { id: RowId; updated_at: string }, note: string) {
  return tx
    .updateTable('applicant_notes')
    .set({ note, updated_at: isoAfter(before.updated_at) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function notesOf(db: Db, applicantId: RowId) {
  return db
    .selectFrom('applicant_notes')
    .selectAll()
    .where('applicant_id', '=', applicantId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}
