import { limits } from '#shared/limits.ts';
import type { AccountDeletion, Contact } from '#shared/schemas/message.ts';
import type { EngineCall, Handlers } from '../calls.ts';
import type { Db } from '../database/types.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { FormTokens } from '../visitors/form-tokens.ts';
import { createRateLimit } from '../visitors/rate-limit.ts';
import { insertMessage, type NewMessage } from './repository.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** What the public side of messages needs. */
export interface MessageFormDependencies {
  db: Db;
  formTokens: FormTokens;
  outbox: Pick<Outbox, 'enqueue'>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** What a form comes to: its row, and the words of the mail to the studio. */
interface Received {
  row: Omit<NewMessage, 'status' | 'created_at' | 'updated_at'>;
  mail: Parameters<Outbox['enqueue']>[1] & { kind: 'studio.newMessage' };
}

/**
 * The contact form and the form for the deletion of an account. What is taken for spam is kept apart and mails nobody, with
 * the same answer: a robot learns nothing. Both forms count as one for the limit by address. An admin who enters what came
 * by phone is no robot, and is not limited.
 */
export function messageFormHandlers(deps: MessageFormDependencies): Handlers {
  const { db, formTokens, outbox, now = Date.now } = deps;
  const limit = createRateLimit({ limit: limits.formsPerHour, windowMs: hourMs, code: 'form.tooOften', now });

  async function receive<Sent extends Contact | AccountDeletion>(
    call: Pick<EngineCall, 'admin' | 'address'>,
    read: () => Promise<Sent>,
    sort: (sent: Sent, received: Date) => Received,
  ): Promise<Received> {
    if (!call.admin) limit.assertFree(call.address);
    const sent = await read();
    const isSpam = !call.admin && (Boolean(sent.website) || !formTokens.check(tokenOf(sent)));
    const date = new Date(now());
    const received = sort(sent, date);
    if (!call.admin) limit.take(call.address);
    try {
      await db.transaction().execute(async (tx) => {
        const created = date.toISOString();
        const status = isSpam ? 'spam' : 'new';
        await insertMessage(tx, { ...received.row, status, created_at: created, updated_at: created });
        if (!isSpam) await enqueueMails(tx, received.mail);
      });
    } catch (error) {
      if (!call.admin) limit.giveBack(call.address);
      throw error;
    }
    return received;
  }

  async function enqueueMails(tx: Db, mail: Received['mail']): Promise<void> {
    const { name, email, message } = mail;
    await outbox.enqueue(tx, { kind: 'message.receipt', to: email, name, message });
    await outbox.enqueue(tx, mail);
  }

  return {
    async contactUs(call) {
      await receive(call, call.body, sortContact);
      return { data: null, message: 'message.received' };
    },
    async requestAccountDeletion(call) {
      const { row } = await receive(call, call.body, sortDeletion);
      return { data: { due_at: row.due_at }, message: 'message.deletionReceived' };
    },
  };
}

function sortContact(sent: Contact): Received {
  const { name, email, phone, subject, message: text } = sent;
  return {
    row: { type: 'contact', name, email, phone, subject, message: text },
    mail: { kind: 'studio.newMessage', name, email, message: { type: 'contact', subject, text } },
  };
}

function sortDeletion(sent: AccountDeletion, received: Date): Received {
  const { name, email, app_name: appName, account_identifier: accountIdentifier, message: text } = sent;
  const dueAt = new Date(received.getTime() + limits.accountDeletionDays * dayMs).toISOString();
  return {
    row: {
      type: 'account_deletion',
      name,
      email,
      app_name: appName,
      account_identifier: accountIdentifier,
      message: text,
      due_at: dueAt,
    },
    mail: {
      kind: 'studio.newMessage',
      name,
      email,
      message: { type: 'account_deletion', appName, accountIdentifier, text, dueAt },
    },
  };
}

function tokenOf({ form_token: token }: Contact | AccountDeletion): string | undefined {
  return typeof token === 'string' ? token : undefined;
}
