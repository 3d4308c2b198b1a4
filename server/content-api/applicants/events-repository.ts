import type { Insertable } from 'kysely';
import { isoNow } from '../clock.ts';
import type { Db, Tables } from '../database/types.ts';

export async function insertEvent(tx: Db, event: Insertable<Tables['applicant_events']>): Promise<void> {
  await tx.insertInto('applicant_events').values(event).execute();
}

/** Notes in the history that `who` moved the applicant on. */
export async function insertMove(
  tx: Db,
  applicantId: number,
  move: Pick<Insertable<Tables['applicant_events']>, 'from_status' | 'to_status' | 'who'>,
): Promise<void> {
  await insertEvent(tx, { applicant_id: applicantId, type: 'status', ...move, created_at: isoNow() });
}

export function eventsOf(db: Db, applicantId: number) {
  return db
    .selectFrom('applicant_events')
    .selectAll()
    .where('applicant_id', '=', applicantId)
    .orderBy('id')
    .execute();
}

export function insertNote(tx: Db, applicantId: number, note: { note: string; who: string }) {
  return tx
    .insertInto('applicant_notes')
    .values({ applicant_id: applicantId, ...note, created_at: isoNow() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function notesOf(db: Db, applicantId: number) {
  return db
    .selectFrom('applicant_notes')
    .selectAll()
    .where('applicant_id', '=', applicantId)
    .orderBy('id')
    .execute();
}
