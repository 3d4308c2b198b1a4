import type { Insertable } from 'kysely';
import { type ApplicantStatus, closedStatuses } from '#shared/schemas/applicant.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

/** The applicant or message whose history contains a mail. */
export type Owner = { applicant: RowId } | { message: RowId };

function columnOf(owner: Owner): ['applicant_id' | 'message_id', RowId] {
  return 'applicant' in owner ? ['applicant_id', owner.applicant] : ['message_id', owner.message];
}

export type WrittenMailRow = NonNullable<Awaited<ReturnType<typeof findSentBy>>>;

/** Selects written mails with their rows of the outbox, as far as those still exist. */
function keptMails(db: Db) {
  return db
    .selectFrom('kept_mails')
    .leftJoin('outbox', 'outbox.kept_mail_id', 'kept_mails.id')
    .leftJoin('applicants', 'applicants.id', 'kept_mails.applicant_id')
    .selectAll('kept_mails')
    .select(['applicants.status', 'applicants.deleted_at'])
    .select([
      'outbox.attempts',
      'outbox.next_attempt_at',
      'outbox.sent_at as outbox_sent_at',
      'outbox.last_error',
    ]);
}

/** Finds the mail that the form with this idempotency key has sent to this person. */
export function findSentBy(db: Db, owner: Owner, key: string) {
  const [column, id] = columnOf(owner);
  return keptMails(db)
    .where(`kept_mails.${column}`, '=', id)
    .where('kept_mails.send_key', '=', key)
    .executeTakeFirst();
}

export function writtenMailsOf(db: Db, owner: Owner, limit: number) {
  const [column, id] = columnOf(owner);
  return keptMails(db)
    .where(`kept_mails.${column}`, '=', id)
    .orderBy('kept_mails.id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertWrittenMail(
  tx: Db,
  owner: Owner,
  mail: Omit<Insertable<Tables['kept_mails']>, 'applicant_id' | 'message_id' | 'held_back'>,
): Promise<RowId> {
  const [column, id] = columnOf(owner);
  const kept = await tx
    .insertInto('kept_mails')
    .values({ ...mail, held_back: null, applicant_id: null, message_id: null, [column]: id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return kept.id;
}

/** Statuses that the mails of a template speak of, where it speaks of some. */
const spokenStatuses: Readonly<Record<string, readonly ApplicantStatus[]>> = {
  rejection: ['rejected'],
  offer: ['offered', 'hired'],
};

/**
 * Returns why a held mail to a candidate must not leave: the candidate's status, or `trash`. A mail fits the status for
 * which it was written, and those of which its template speaks. Another mail to a candidate in the pipeline also fits the other
 * steps there.
 */
export function misfitOf({
  template,
  for_status: then,
  status: now,
  deleted_at,
}: Pick<WrittenMailRow, 'template' | 'for_status' | 'status' | 'deleted_at'>):
  | ApplicantStatus
  | 'trash'
  | null {
  if (deleted_at) return 'trash';
  if (!then || !now || then === now) return null;
  const spoken = spokenStatuses[template ?? ''];
  const fits = spoken ? spoken.includes(now) : ![then, now].some((status) => closedStatuses.includes(status));
  return fits ? null : now;
}

/** Takes a claimed mail out of the outbox if it no longer fits its candidate; false if it may leave. */
export function holdBack(db: Db, id: RowId): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const mail = await keptMails(tx).where('outbox.id', '=', id).executeTakeFirst();
    const misfit = mail && misfitOf(mail);
    if (!misfit) return false;
    await tx.updateTable('kept_mails').set({ held_back: misfit }).where('id', '=', mail.id).execute();
    await tx.deleteFrom('outbox').where('id', '=', id).execute();
    return true;
  });
}

/**
 * Takes mails to candidates out of the outbox that no process has claimed, and those that were held back. The caller
 * sends them now, whatever the status of the candidate is.
 */
export async function releaseHeld(tx: Db, ids: readonly RowId[], now: string): Promise<WrittenMailRow[]> {
  const { free } = await takeBack(tx, ids, 'applicant');
  if (free.length === 0) return [];
  await tx
    .updateTable('kept_mails')
    .set({ for_status: null, held_back: null, send_at: now })
    .where('id', 'in', free)
    .execute();
  return keptMails(tx).where('kept_mails.id', 'in', free).execute();
}

/** Takes mails back for good; those that a process has claimed are `late`. */
export async function withdrawQueued(
  tx: Db,
  ids: readonly RowId[],
  of: 'applicant' | 'message',
  now: string,
): Promise<{ undone: RowId[]; late: RowId[] }> {
  const { before, free, late } = await takeBack(tx, ids, of);
  if (free.length > 0)
    await tx.updateTable('kept_mails').set({ undone_at: now }).where('id', 'in', free).execute();
  // Mails that were taken back before are included, so that a repeated call gets the same answer.
  return { undone: [...before, ...free], late };
}

/**
 * Deletes mails from the outbox, except mails that a process has claimed (`late`). This statement and `claimMail` lock
 * the same row, so a mail cannot be both sent and taken back. `before` were taken back for good earlier.
 */
async function takeBack(tx: Db, ids: readonly RowId[], of: 'applicant' | 'message') {
  const known = await tx
    .selectFrom('kept_mails')
    .select(['id', 'undone_at', 'held_back'])
    .where('id', 'in', ids)
    .where(`${of}_id`, 'is not', null)
    .execute();
  const open = known.filter((mail) => mail.undone_at === null);
  const before = known.filter((mail) => mail.undone_at !== null).map((mail) => mail.id);
  if (open.length === 0) return { before, free: [], late: [] };
  const taken = await tx
    .deleteFrom('outbox')
    .where(
      'kept_mail_id',
      'in',
      open.map((mail) => mail.id),
    )
    .where('attempts', '=', 0)
    .where('next_attempt_at', 'is not', null)
    .returning('kept_mail_id')
    .execute();
  const gone = new Set(taken.map((row) => row.kept_mail_id));
  const isFree = (mail: (typeof open)[number]) => gone.has(mail.id) || mail.held_back !== null;
  const idsOf = (mails: typeof open) => mails.map((mail) => mail.id);
  return {
    before,
    free: idsOf(open.filter(isFree)),
    late: idsOf(open.filter((mail) => !isFree(mail))),
  };
}
