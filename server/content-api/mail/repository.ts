import { skipLocked } from '../../database/dialect.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import type { MailKind, RenderedMail } from './mails.ts';

/** A mail that waits to be sent. */
export interface WaitingMail extends RenderedMail {
  id: RowId;
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
  /**
   * When the mail is due. Also stored as the time of its creation, so that the time for which a mail is held back does
   * not count as its age.
   */
  due: string,
  keptMailId?: RowId,
): Promise<RowId> {
  const { replyTo, ...rest } = mail;
  const { id } = await tx
    .insertInto('outbox')
    .values({
      ...rest,
      kind,
      reply_to: replyTo,
      message_key: key,
      attempts: 0,
      next_attempt_at: due,
      created_at: due,
      kept_mail_id: keptMailId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function mailExists(db: Db, id: RowId): Promise<boolean> {
  return Boolean(await db.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst());
}

/** The data of a mail without its contents. */
export type MailRow = Pick<
  WaitingMail,
  'id' | 'kind' | 'attempts' | 'first_attempt_at' | 'next_attempt_at' | 'created_at'
>;

/** Returns the mail that has been due the longest, or else will be due first; undefined when no mail waits. */
export async function nextMail(db: Db): Promise<MailRow | undefined> {
  return firstWaiting(db)
    .select(['kind', 'attempts', 'first_attempt_at', 'next_attempt_at', 'created_at'])
    .$narrowType<{ next_attempt_at: string }>()
    .executeTakeFirst();
}

function firstWaiting(db: Db) {
  return db
    .selectFrom('outbox')
    .select('id')
    .where('next_attempt_at', 'is not', null)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1);
}

/** The times that are needed to claim a mail, as ISO texts. */
interface Taking {
  now: string;
  /**
   * A mail that is due later than this counts as due now, because the clock must have been set back since it was
   * queued.
   */
  latest: string;
  /**
   * When the next attempt is due if the result of this attempt is never recorded, e.g. because the process was
   * killed.
   */
  lease: string;
}

/**
 * Claims a mail that is due and records the new attempt, in one statement, so that only one process gets the mail.
 * Undefined when no mail is due, or when other processes are claiming the due mails.
 */
export async function claimMail(db: Db, { now, latest, lease }: Taking): Promise<WaitingMail | undefined> {
  const row = await db
    .updateTable('outbox')
    .set(({ eb, fn, val }) => ({
      attempts: eb('attempts', '+', 1),
      first_attempt_at: fn.coalesce('first_attempt_at', val(now)),
      next_attempt_at: lease,
    }))
    .where('id', '=', skipLocked(db, firstWaiting(db)))
    .where((eb) => eb.or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', latest)]))
    .returning(['id', 'kind', 'message_key', 'recipient', 'reply_to', 'subject', 'text', 'html'])
    .returning(['attempts', 'first_attempt_at', 'next_attempt_at', 'created_at'])
    .$narrowType<{ next_attempt_at: string }>()
    .executeTakeFirst();
  if (!row) return undefined;
  const { reply_to, ...rest } = row;
  return { ...rest, replyTo: reply_to };
}

/** Marks a mail as sent and empties its text, which is personal data and no longer needed. */
export async function markSent(db: Db, id: RowId, now: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now, failed_at: null, next_attempt_at: null, last_error: null, text: '', html: '' })
    .where('id', '=', id)
    .execute();
}

/** Gives a mail up; false when it no longer waits, or was claimed since it was read. */
export async function markFailed(
  db: Db,
  { id, attempts }: Pick<MailRow, 'id' | 'attempts'>,
  now: string,
  error: string,
): Promise<boolean> {
  const marked = await db
    .updateTable('outbox')
    .set({ failed_at: now, next_attempt_at: null, last_error: error })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

/** Records why an attempt failed, and when the next one is due, unless another process has begun the next one. */
export async function postpone(
  db: Db,
  { id, attempts }: Pick<MailRow, 'id' | 'attempts'>,
  next: string,
  error: string,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: next, last_error: error })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('next_attempt_at', 'is not', null)
    .execute();
}

/** Gives up every waiting mail created before `made`; returns their number. */
export async function failOlderThan(db: Db, made: string, now: string, error: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ failed_at: now, next_attempt_at: null, last_error: error })
    .where('next_attempt_at', 'is not', null)
    .where('created_at', '<', made)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Counts the waiting mails and the mails that were given up; also returns since when (ISO) the oldest mail waits. */
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

/** Erases mails sent or given up before `end`; the outcome of a written mail is first stored in its history. */
export async function eraseFinished(db: Db, end: string): Promise<{ sent: number; failed: number }> {
  const erase = (column: 'sent_at' | 'failed_at') =>
    db.transaction().execute(async (tx) => {
      await settleWrittenMails(tx, column, end);
      return Number(
        (await tx.deleteFrom('outbox').where(column, '<', end).executeTakeFirst()).numDeletedRows,
      );
    });
  return { sent: await erase('sent_at'), failed: await erase('failed_at') };
}

async function settleWrittenMails(tx: Db, column: 'sent_at' | 'failed_at', end: string): Promise<void> {
  const finished = await tx
    .selectFrom('outbox')
    .select(['kept_mail_id', 'sent_at', 'failed_at', 'last_error as problem'])
    .where(column, '<', end)
    .where('kept_mail_id', 'is not', null)
    .execute();
  for (const { kept_mail_id, ...outcome } of finished) {
    await tx.updateTable('kept_mails').set(outcome).where('id', '=', kept_mail_id).execute();
  }
}
