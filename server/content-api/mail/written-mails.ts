import { textOf } from '#shared/desk-messages.ts';
import type { ApplicantStatus } from '#shared/schemas/applicant.ts';
import type { KeptLetter } from '#shared/schemas/letter.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { nameOf } from '../auth/name-of.ts';
import type { Admin } from '../auth/repository.ts';
import type { Outbox } from './outbox.ts';
import type { OwnWords } from './templates/own-words.ts';
import {
  findSentBy,
  insertWrittenMail,
  misfitOf,
  type Owner,
  releaseHeld,
  type WrittenMailRow,
  withdrawQueued,
  writtenMailsOf,
} from './written-mails-repository.ts';

/** A mail written by an admin, ready to be sent: its placeholders are filled. */
interface OwnMail {
  kind: OwnWords['kind'];
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

/** Queues written mails, stores them with their outcome, and takes them back. */
export interface WrittenMails {
  /**
   * Queues and stores a mail, in the transaction `tx`. If a mail with the same `key` was already queued for this
   * person, returns that mail instead. Undefined when the recipient's email address is invalid: then nothing is
   * stored.
   */
  queue(tx: Db, mail: OwnMail): Promise<KeptLetter | undefined>;
  /** Returns the newest `limit` mails of a history, newest first. */
  of(db: Db, owner: Owner, limit: number): Promise<KeptLetter[]>;
  /**
   * Takes back mails that no process has attempted to send: a mail is either sent or taken back, never both. `of` is
   * the kind of history; mails in a history of the other kind are ignored. Needs a transaction.
   */
  undo(tx: Db, ids: readonly RowId[], of: keyof OwnerIds): Promise<{ undone: RowId[]; late: RowId[] }>;
  /** Makes held mails due now, also those that were held back; returns their ids. Needs a transaction. */
  release(tx: Db, ids: readonly RowId[]): Promise<RowId[]>;
}

type OwnerIds = { applicant: RowId; message: RowId };

/** Makes the functions for written mails, which are sent through `outbox`. */
export function createWrittenMails(outbox: Outbox): WrittenMails {
  const nowIso = () => new Date(outbox.now()).toISOString();
  return {
    async queue(tx, { kind, owner, to, subject, body, sender, key, template = null, status, holdMs }) {
      const known = await findSentBy(tx, owner, key);
      if (known) return present(known, nowIso());
      const words = { kind, to, email: sender.email, subject, body };
      const rendered = outbox.render(words);
      if (!rendered) return undefined;
      const now = outbox.now();
      const due = new Date(now + holdMs).toISOString();
      const id = await insertWrittenMail(tx, owner, {
        send_key: key,
        template,
        recipient: to,
        reply_to: rendered.replyTo,
        subject: rendered.subject,
        body,
        for_status: holdMs > 0 ? (status ?? null) : null,
        admin_id: sender.id,
        who: nameOf(sender),
        send_at: due,
        created_at: new Date(now).toISOString(),
      });
      await outbox.enqueue(tx, { ...words, kept: { id, due } });
      const kept = await findSentBy(tx, owner, key);
      if (!kept) throw new Error(`queue: the mail ${id} was not stored`);
      return present(kept, nowIso());
    },
    async of(db, owner, limit) {
      const now = nowIso();
      return (await writtenMailsOf(db, owner, limit)).map((row) => present(row, now));
    },
    undo: (tx, ids, of) => withdrawQueued(tx, ids, of, nowIso()),
    async release(tx, ids) {
      const due = nowIso();
      const mails = await releaseHeld(tx, ids, due);
      for (const { id, recipient: to, reply_to: email, subject, body } of mails)
        await outbox.enqueue(tx, { kind: 'candidate.mail', to, email, subject, body, kept: { id, due } });
      return mails.map((mail) => mail.id);
    },
  };
}

function present(row: WrittenMailRow, now: string): KeptLetter {
  const waits = row.next_attempt_at !== null;
  const sentAt = row.outbox_sent_at ?? row.sent_at;
  const misfit = row.held_back ?? (waits ? misfitOf(row) : null);
  const isHeldBack = misfit !== null && !row.undone_at && !sentAt;
  const canUndo = isHeldBack || (waits && row.attempts === 0);
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
    sent_at: sentAt,
    problem: isHeldBack ? heldBackText(row, misfit) : sentAt ? null : (row.last_error ?? row.problem),
    can_undo: canUndo ? 1 : 0,
    created_at: row.created_at,
  };

  function stateOf(): KeptLetter['state'] {
    if (row.undone_at) return 'undone';
    if (sentAt) return 'sent';
    if (isHeldBack) return 'held_back';
    if (!waits) return 'failed';
    return canUndo && row.send_at > now ? 'held' : 'waiting';
  }
}

function heldBackText({ for_status: written }: WrittenMailRow, now: ApplicantStatus | 'trash'): string {
  if (now === 'trash' || !written) return textOf('letter.heldInTrash');
  const label = (status: string) => status.charAt(0).toUpperCase() + status.slice(1);
  return textOf('letter.heldBack', { written: label(written), now: label(now) });
}
