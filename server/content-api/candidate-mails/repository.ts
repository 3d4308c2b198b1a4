import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';

export type Addressee = Awaited<ReturnType<typeof findAddressees>>[number];

/** What a mail says of the candidates who are not deleted. */
export function findAddressees(db: Db, ids: readonly RowId[]) {
  return db
    .selectFrom('applicants')
    .select(['id', 'public_id', 'name', 'email', 'job_title', 'reference'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Mails to these candidates since then that were not taken back, the newest last. */
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

/** Those of the candidates whom a form of this key has mailed. */
export async function keysOf(db: Db, ids: readonly RowId[], key: string): Promise<Set<RowId>> {
  const rows = await db
    .selectFrom('kept_mails')
    .select('applicant_id')
    .where('applicant_id', 'in', ids)
    .where('send_key', '=', key)
    .execute();
  return new Set(rows.flatMap((row) => row.applicant_id ?? []));
}
