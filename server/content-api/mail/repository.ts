import type { Id } from '#shared/id.ts';
import type { Db } from '../database/types.ts';
import type { MailKind, RenderedMail } from './mails.ts';

/** A mail that waits to be sent. */
export interface WaitingMail extends RenderedMail {
  id: Id;
  kind: string;
  message_key: string;
  attempts: number;
  first_attempt_at: string | null;
  next_attempt_at: string;
  created_at: string;
}

export async function insertMail(
  tx: Db,
  kind: MailKind,
  mail: RenderedMail,
  key: string,
  now: string,
): Promise<Id> {
  const { replyTo, ...rest } = mail;
  const { id } = await tx
    .insertInto('outbox')
    .values({
      ...rest,
      kind,
      reply_to: replyTo,
      message_key: key,
      attempts: 0,
      next_attempt_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function mailExists(db: Db, id: Id): Promise<boolean> {
  return Boolean(await db.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst());
}

/** The mail that has been due the longest, or will be due first; undefined when none waits. */
export async function nextMail(db: Db): Promise<WaitingMail | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'message_key', 'recipient', 'reply_to', 'subject', 'text', 'html', 'attempts'])
    .select(['first_attempt_at', 'next_attempt_at', 'created_at'])
    .where('next_attempt_at', 'is not', null)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .$narrowType<{ next_attempt_at: string }>()
    .executeTakeFirst();
  if (!row) return undefined;
  const { reply_to, ...rest } = row;
  return { ...rest, replyTo: reply_to };
}

/**
 * Records an attempt before it is made; if its result is never recorded, the next one is due at `lease`. False when somebody
 * else has taken the mail since it was read: then it is not ours to send.
 */
export async function claimMail(db: Db, mail: WaitingMail, now: string, lease: string): Promise<boolean> {
  const claimed = await db
    .updateTable('outbox')
    .set({
      attempts: mail.attempts + 1,
      first_attempt_at: mail.first_attempt_at ?? now,
      next_attempt_at: lease,
    })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('next_attempt_at', '=', mail.next_attempt_at)
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/** Its text is emptied: it is not needed any more, and is somebody's personal data. */
export async function markSent(db: Db, id: Id, now: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now, failed_at: null, next_attempt_at: null, last_error: null, text: '', html: '' })
    .where('id', '=', id)
    .execute();
}

export async function markFailed(db: Db, id: Id, now: string, error: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ failed_at: now, next_attempt_at: null, last_error: error })
    .where('id', '=', id)
    .execute();
}

/** Notes why an attempt failed, and when the next one is due. */
export async function postpone(db: Db, id: Id, next: string, error: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: next, last_error: error })
    .where('id', '=', id)
    .where('next_attempt_at', 'is not', null)
    .execute();
}

/** Gives up every waiting mail that was made before `made`; gives their number. */
export async function failOlder(db: Db, made: string, now: string, error: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ failed_at: now, next_attempt_at: null, last_error: error })
    .where('next_attempt_at', 'is not', null)
    .where('created_at', '<', made)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What waits and what was given up, and since when the oldest waits (ISO). */
export async function countMails(
  db: Db,
): Promise<{ waiting: number; givenUp: number; oldest: string | undefined }> {
  const { waiting, givenUp, oldest } = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.count('next_attempt_at').as('waiting'),
      fn.count('failed_at').as('givenUp'),
      fn.min('created_at').filterWhere('next_attempt_at', 'is not', null).as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), givenUp: Number(givenUp), oldest: oldest ?? undefined };
}

/** Erases what was sent or given up before `end`. */
export async function eraseFinished(db: Db, end: string): Promise<{ sent: number; failed: number }> {
  const erase = async (column: 'sent_at' | 'failed_at') =>
    Number((await db.deleteFrom('outbox').where(column, '<', end).executeTakeFirst()).numDeletedRows);
  return { sent: await erase('sent_at'), failed: await erase('failed_at') };
}
