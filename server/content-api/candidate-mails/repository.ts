import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';

export type Addressee = Awaited<ReturnType<typeof findAddressees>>[number];

/** Reads the data for mails to these candidates; deleted ones are left out. */
export function findAddressees(db: Db, ids: readonly RowId[]) {
  return db
    .selectFrom('applicants')
    .select(['id', 'public_id', 'name', 'email', 'job_title', 'reference', 'status'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
}

/**
 * Returns the mails to these candidates that were created at `since` or later and were not taken back, newest last.
 */
export function mailedSince(db: Db, ids: readonly RowId[], since: string) {
  return db
    .selectFrom('kept_mails')
    .select(['applicant_id', 'admin_id', 'who', 'send_key', 'subject', 'body', 'created_at'])
    .where('applicant_id', 'in', ids)
    .where('created_at', '>=', since)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Returns which of the candidates already have a mail with this idempotency key. */
export async function keysOf(db: Db, ids: readonly RowId[], key: string): Promise<Set<RowId>> {
  const rows = await db
    .selectFrom('kept_mails')
    .select('applicant_id')
    .where('applicant_id', 'in', ids)
    .where('send_key', '=', key)
    .execute();
  return new Set(rows.flatMap((row) => row.applicant_id ?? []));
}
