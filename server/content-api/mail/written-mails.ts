import { textOf } from '#shared/desk-messages.ts';
import { capitalised } from '#shared/entities/entity.ts';
import type { ApplicantStatus } from '#shared/schemas/applicant.ts';
import type { KeptLetter } from '#shared/schemas/letter.ts';
import type { Db, RowId } from '../../database/types.ts';
import { type Admin, nameOf } from '../auth/accounts.ts';
import {
  findSentBy,
  insertWrittenMail,
  misfitOf,
  type Outbox,
  type Owner,
  releaseHeld,
  type WrittenMailRow,
  withdrawQueued,
  writtenMailsOf,
} from './outbox.ts';

/** A mail written by an admin, ready to be sent: its placeholders are filled. */
interface OwnMail {
  kind: 'candidate.mail' | 'message.answer';
  /** The applicant or message whose history contains the mail. */
  owner: Owner;
  to: string;
  subject: string;
  body: string;
  /** The admin who sends the mail: replies go to this admin's email address. */
  sender: Admin;
  /** Idempotency key of the form: a repeated form does not send the mail again. */
  key: string;
  template?: string | null;
  /** The status of the candidate. */
  status?: ApplicantStatus;
  /** How long the mail can be taken back, in milliseconds; with 0 it is sent immediately. */
  holdMs: number;
}

export type WrittenMails = ReturnType<typeof createWrittenMails>;

/**
 * Makes the functions that queue written mails through `outbox`, store them with their outcome, and take them back.
 * Those with `tx` need a transaction.
 */
export function createWrittenMails(outbox: Outbox) {
  const isoNow = async (db: Db) => new Date(await outbox.now(db)).toISOString();
  return {
    /**
     * Queues and stores a mail. If a mail with the same `key` was already queued for this person, returns that mail
     * instead. Undefined when the recipient's email address is invalid: then nothing is stored.
     */
    async queue(tx: Db, mail: OwnMail): Promise<KeptLetter | undefined> {
      const { kind, owner, to, subject, body, sender, key, template = null, status, holdMs } = mail;
      const now = await outbox.now(tx);
      const iso = new Date(now).toISOString();
      const known = await findSentBy(tx, owner, key);
      if (known) return present(known, iso);
      const words = { kind, to, email: sender.email, subject, body };
      const rendered = outbox.render(words);
      if (!rendered) return undefined;
      const written = await insertWrittenMail(tx, owner, {
        send_key: key,
        template,
        recipient: to,
        reply_to: rendered.replyTo,
        subject: rendered.subject,
        body,
        for_status: holdMs > 0 ? (status ?? null) : null,
        admin_id: sender.id,
        who: nameOf(sender),
        send_at: new Date(now + holdMs).toISOString(),
        created_at: iso,
      });
      await outbox.enqueue(tx, words, { written, due: now + holdMs });
      const kept = await findSentBy(tx, owner, key);
      return kept && present(kept, iso);
    },
    /** Returns the newest `limit` mails of a history, newest first. */
    async of(db: Db, owner: Owner, limit: number): Promise<KeptLetter[]> {
      const now = await isoNow(db);
      return (await writtenMailsOf(db, owner, limit)).map((row) => present(row, now));
    },
    /** Takes back mails to candidates that no process has attempted to send: a mail is either sent or taken back. */
    undo: async (tx: Db, ids: readonly RowId[]) => withdrawQueued(tx, ids, await isoNow(tx)),
    /** Makes held mails due now, also those that were held back; returns their ids. */
    async release(tx: Db, ids: readonly RowId[]) {
      const mails = await releaseHeld(tx, ids, await isoNow(tx));
      for (const { id: written, recipient: to, reply_to: email, subject, body } of mails)
        await outbox.enqueue(tx, { kind: 'candidate.mail', to, email, subject, body }, { written });
      return mails.map((mail) => mail.id);
    },
  };
}

function present(row: WrittenMailRow, now: string): KeptLetter {
  const { undone_at, sent_at, failed_at } = row;
  const waits = !undone_at && !sent_at && !failed_at;
  const misfit = waits ? (row.held_back ?? misfitOf(row)) : null;
  const canUndo = row.applicant_id !== null && (misfit !== null || (waits && !row.attempts));
  return {
    id: row.id,
    template: row.template,
    to: row.recipient,
    reply_to: row.reply_to,
    subject: row.subject,
    body: row.body,
    who: row.who,
    state: stateOf(),
    send_at: row.send_at,
    sent_at,
    problem: misfit === null ? row.problem : heldBackText(row, misfit),
    can_undo: canUndo ? 1 : 0,
    created_at: row.created_at,
  };

  function stateOf(): KeptLetter['state'] {
    if (undone_at) return 'undone';
    if (sent_at) return 'sent';
    if (failed_at) return 'failed';
    if (misfit !== null) return 'held_back';
    return canUndo && row.send_at > now ? 'held' : 'waiting';
  }
}

function heldBackText({ for_status: written }: WrittenMailRow, now: ApplicantStatus | 'trash') {
  if (now === 'trash' || !written) return textOf('letter.heldInTrash');
  return textOf('letter.heldBack', { written: capitalised(written), now: capitalised(now) });
}
