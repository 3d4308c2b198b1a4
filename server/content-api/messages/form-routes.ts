import { limits } from '#shared/limits.ts';
import type { ErrorCode } from '#shared/messages.ts';
import type { AccountDeletion, Contact } from '#shared/schemas/message.ts';
import { type Counts, countsInMemory } from '../../database/site/counts.ts';
import type { Db } from '../../database/types.ts';
import type { FormTokens } from '../../forms/form-tokens.ts';
import { createFormLimiter } from '../../limiter.ts';
import type { EngineAnswer, EngineCall, Handlers } from '../calls.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { StudioNewMessage } from '../mail/templates/studio-new-message.ts';
import { limitConfirmations } from '../visitors/confirmations.ts';
import { runOnce } from '../visitors/idempotency.ts';
import { insertMessage, type NewMessage } from './repository.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Dependencies of the public calls about messages. */
interface MessageFormDependencies {
  db: Db;
  formTokens: FormTokens;
  outbox: Pick<Outbox, 'enqueue'>;
  counts?: Counts;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** A received form: its row, and the data of the mail to the studio. */
interface Received {
  row: Omit<NewMessage, 'reference' | 'status' | 'created_at' | 'updated_at'>;
  /** The data of the answer to the visitor. */
  told: { due_at: string } | null;
  message: ErrorCode;
  mail: Omit<StudioNewMessage, 'id'>;
}

/**
 * Handles the contact form and the form for the deletion of an account. Spam is stored with its own status and sends
 * no mail, but gets the same answer as other messages, so that robots learn nothing. Both forms share one limit. An admin who enters a message that came by phone is not checked for spam, and not limited.
 */
export function messageFormHandlers(deps: MessageFormDependencies): Handlers {
  const { db, formTokens, outbox, now = Date.now, counts = countsInMemory(now) } = deps;
  const limit = createFormLimiter(counts, 'engine-message');

  const mayConfirm = limitConfirmations(counts);

  async function receive<Sent extends Contact | AccountDeletion>(
    call: Pick<EngineCall, 'admin' | 'address' | 'row' | 'receipt'>,
    read: () => Promise<Sent>,
    sort: (sent: Sent, received: Date) => Received,
  ): Promise<EngineAnswer> {
    const { receipt } = call;
    const isLimited = !call.admin && !receipt.isCounted;
    if (isLimited) await limit.assertFree(call.address);
    const sent = await read();
    const isSpam = !call.admin && (Boolean(sent.website) || !formTokens.check(tokenOf(sent)));
    const date = new Date(now());
    const received = sort(sent, receipt.receivedAt ?? date);
    const { reference } = receipt;
    const taken = isLimited ? await limit.take(call.address, sent.email) : undefined;
    const isConfirmed = !isSpam && (call.admin !== undefined || (await mayConfirm(sent.email)));
    try {
      return await db.transaction().execute(async (tx) => {
        const form = { row: call.row, key: receipt.key, now: date };
        const { answer } = await runOnce(tx, form, async () => {
          const created = (receipt.receivedAt ?? date).toISOString();
          const status = isSpam ? 'spam' : 'new';
          const times = { created_at: created, updated_at: created };
          const id = await insertMessage(tx, { ...received.row, reference, status, ...times });
          if (!isSpam) await enqueueMails(tx, { ...received.mail, id }, isConfirmed);
          return { data: received.told, message: received.message };
        });
        return answer;
      });
    } catch (error) {
      await taken?.giveBack();
      throw error;
    }
  }

  async function enqueueMails(tx: Db, mail: StudioNewMessage, isConfirmed: boolean): Promise<void> {
    const { name, email, message } = mail;
    if (isConfirmed) await outbox.enqueue(tx, { kind: 'message.receipt', to: email, name, message });
    await outbox.enqueue(tx, mail);
  }

  return {
    contactUs: (call) => receive(call, call.body, sortContact),
    requestAccountDeletion: (call) => receive(call, call.body, sortDeletion),
  };
}

function sortContact(sent: Contact): Received {
  const { name, email, phone, subject, message: text } = sent;
  return {
    row: { type: 'contact', name, email, phone, subject, message: text },
    told: null,
    message: 'message.received',
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
    told: { due_at: dueAt },
    message: 'message.deletionReceived',
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
