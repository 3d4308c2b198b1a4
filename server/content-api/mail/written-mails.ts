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
  type Owner,
  type WrittenMailRow,
  withdrawQueued,
  writtenMailsOf,
} from './written-mails-repository.ts';

/** A mail written by an admin, ready to be sent: its placeholders are filled. */
interface OwnMail {
  kind: OwnWords['kind'];
  /** The person whose history contains it. */
  owner: Owner;
  to: string;
  subject: string;
  body: string;
  /** The admin who sends it: answers go to their address. */
  sender: Admin;
  /** Idempotency key of the form that was sent: the same form sends nothing twice. */
  key: string;
  template?: string | null;
  /** How long it can be taken back, in milliseconds; 0 sends it immediately. */
  holdMs: number;
}

/** Written mails: queued, stored with their outcome, taken back. */
export interface WrittenMails {
  /**
   * Queues and stores a mail, in the transaction `tx`; returns the existing one if the same `key` has already queued
   * a mail for this person. Undefined when the address cannot be mailed: then nothing is stored.
   */
  queue(tx: Db, mail: OwnMail): Promise<KeptLetter | undefined>;
  /** Returns the newest `limit` mails of a history, newest first. */
  of(db: Db, owner: Owner, limit: number): Promise<KeptLetter[]>;
  /**
   * Takes back mails that no process has attempted to send: a mail is either sent or taken back, never both. Mails of
   * other histories than `of` are not found. Needs a transaction.
   */
  undo(tx: Db, ids: readonly RowId[], of: keyof OwnerIds): Promise<{ undone: RowId[]; late: RowId[] }>;
}

type OwnerIds = { applicant: RowId; message: RowId };

/** Written mails, sent through `outbox`. */
export function createWrittenMails(outbox: Outbox): WrittenMails {
  const nowIso = () => new Date(outbox.now()).toISOString();
  return {
    async queue(tx, { kind, owner, to, subject, body, sender, key, template = null, holdMs }) {
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
  };
}

function present(row: WrittenMailRow, now: string): KeptLetter {
  const waits = row.next_attempt_at !== null;
  const sentAt = row.outbox_sent_at ?? row.sent_at;
  const canUndo = waits && row.attempts === 0;
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
    problem: sentAt ? null : (row.last_error ?? row.problem),
    can_undo: canUndo ? 1 : 0,
    created_at: row.created_at,
  };

  function stateOf(): KeptLetter['state'] {
    if (row.undone_at) return 'undone';
    if (sentAt) return 'sent';
    if (!waits) return 'failed';
    return canUndo && row.send_at > now ? 'held' : 'waiting';
  }
}
