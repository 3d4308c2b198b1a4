import type { Insertable } from 'kysely';
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
    .selectAll('kept_mails')
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
  mail: Omit<Insertable<Tables['kept_mails']>, 'applicant_id' | 'message_id'>,
): Promise<RowId> {
  const [column, id] = columnOf(owner);
  const kept = await tx
    .insertInto('kept_mails')
    .values({ ...mail, applicant_id: null, message_id: null, [column]: id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return kept.id;
}

/**
 * Takes mails back by deleting them from the outbox, except mails that a process has claimed. This statement and
 * `claimMail` lock the same row, so a mail cannot be both sent and taken back.
 */
export async function withdrawQueued(
  tx: Db,
  ids: readonly RowId[],
  of: 'applicant' | 'message',
  now: string,
): Promise<{ undone: RowId[]; late: RowId[] }> {
  const known = await tx
    .selectFrom('kept_mails')
    .select(['id', 'undone_at'])
    .where('id', 'in', ids)
    .where(`${of}_id`, 'is not', null)
    .execute();
  const open = known.filter((mail) => mail.undone_at === null).map((mail) => mail.id);
  const taken =
    open.length === 0
      ? []
      : await tx
          .deleteFrom('outbox')
          .where('kept_mail_id', 'in', open)
          .where('attempts', '=', 0)
          .where('next_attempt_at', 'is not', null)
          .returning('kept_mail_id')
          .execute();
  const gone = new Set(taken.map((row) => row.kept_mail_id));
  const undone = open.filter((id) => gone.has(id));
  if (undone.length > 0)
    await tx.updateTable('kept_mails').set({ undone_at: now }).where('id', 'in', undone).execute();
  // Mails that were taken back before are included, so that a repeated call gets the same answer.
  const before = known.filter((mail) => mail.undone_at !== null).map((mail) => mail.id);
  return { undone: [...before, ...undone], late: open.filter((id) => !gone.has(id)) };
}
