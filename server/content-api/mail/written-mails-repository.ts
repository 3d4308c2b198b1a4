import { type Insertable, sql, type Updateable } from 'kysely';
import { type ApplicantStatus, closedStatuses } from '#shared/schemas/applicant.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';
import { writtenKey } from './mails.ts';

/** The applicant or message whose history contains a mail. */
export type Owner = { applicant_id: RowId } | { message_id: RowId };

export type WrittenMailRow = NonNullable<Awaited<ReturnType<typeof findSentBy>>>;

/** Selects written mails, with the attempts to send those that wait. */
function keptMails(db: Db) {
  return db
    .selectFrom('kept_mails')
    .leftJoin('tasks', (join) =>
      join.on('tasks.key', '=', sql<string>`'written-' || ${sql.ref('kept_mails.id')}`),
    )
    .leftJoin('applicants', 'applicants.id', 'kept_mails.applicant_id')
    .selectAll('kept_mails')
    .select(['applicants.status', 'applicants.deleted_at', 'tasks.attempts']);
}

export function writtenMail(db: Db, id: RowId) {
  return keptMails(db).where('kept_mails.id', '=', id).executeTakeFirst();
}

/** Stores the outcome of a mail in its history. */
export function noteOutcome(
  tx: Db,
  id: RowId,
  outcome: Updateable<Pick<Tables['kept_mails'], 'sent_at' | 'failed_at' | 'problem' | 'held_back'>>,
) {
  return tx.updateTable('kept_mails').set(outcome).where('id', '=', id).execute();
}

/** Finds the mail that the form with this idempotency key has sent to this person. */
export function findSentBy(db: Db, owner: Owner, send_key: string) {
  return keptMails(db)
    .where((eb) => eb.and({ ...owner, send_key }))
    .executeTakeFirst();
}

export function writtenMailsOf(db: Db, owner: Owner, limit: number) {
  return keptMails(db)
    .where((eb) => eb.and(owner))
    .orderBy('kept_mails.id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertWrittenMail(
  tx: Db,
  owner: Owner,
  mail: Omit<Insertable<Tables['kept_mails']>, 'applicant_id' | 'message_id' | 'held_back'>,
) {
  const kept = tx
    .insertInto('kept_mails')
    .values({ ...mail, held_back: null, applicant_id: null, message_id: null, ...owner });
  return (await kept.returning('id').executeTakeFirstOrThrow()).id;
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
}: Pick<WrittenMailRow, 'template' | 'for_status' | 'status' | 'deleted_at'>) {
  if (deleted_at) return 'trash';
  if (!then || !now || then === now) return null;
  const spoken = spokenStatuses[template ?? ''];
  const fits = spoken ? spoken.includes(now) : ![then, now].some((status) => closedStatuses.includes(status));
  return fits ? null : now;
}

/**
 * Takes mails to candidates out of the outbox that no process has claimed, and those that were held back. The caller
 * sends them now, whatever the status of the candidate is.
 */
export async function releaseHeld(tx: Db, ids: readonly RowId[], now: string) {
  const { free } = await takeBack(tx, ids);
  const released = { for_status: null, held_back: null, send_at: now };
  await tx.updateTable('kept_mails').set(released).where('id', 'in', free).execute();
  return keptMails(tx).where('kept_mails.id', 'in', free).execute();
}

/** Takes mails to candidates back for good; those that a process has claimed are `late`. */
export async function withdrawQueued(tx: Db, ids: readonly RowId[], now: string) {
  const { before, free, late } = await takeBack(tx, ids);
  await tx.updateTable('kept_mails').set({ undone_at: now }).where('id', 'in', free).execute();
  // Mails that were taken back before are included, so that a repeated call gets the same answer.
  return { undone: [...before, ...free], late };
}

/**
 * Deletes the tasks of mails, except those that a process has begun (`late`). This statement and the claim of a task
 * lock the same row, so a mail cannot be both sent and taken back. `before` were taken back for good earlier.
 */
async function takeBack(tx: Db, ids: readonly RowId[]) {
  const known = await tx
    .selectFrom('kept_mails')
    .select(['id', 'undone_at', 'held_back'])
    .where('id', 'in', ids)
    .where('applicant_id', 'is not', null)
    .execute();
  const keys = known.filter(({ undone_at }) => undone_at === null).map(({ id }) => writtenKey(id));
  const taken = await tx
    .deleteFrom('tasks')
    .where('key', 'in', keys)
    .where('attempts', '=', 0)
    .where('state', '=', 'waiting')
    .returning('key')
    .execute();
  const gone = new Set(taken.map(({ key }) => key));
  const sorted = { before: [] as RowId[], free: [] as RowId[], late: [] as RowId[] };
  for (const { id, undone_at, held_back } of known) {
    if (undone_at !== null) sorted.before.push(id);
    else if (gone.has(writtenKey(id)) || held_back !== null) sorted.free.push(id);
    else sorted.late.push(id);
  }
  return sorted;
}
