import { limits } from '#shared/limits.ts';
import type { ErrorCode } from '#shared/messages.ts';
import type { AccountDeletion, Contact } from '#shared/schemas/message.ts';
import type { Db } from '../../database/types.ts';
import type { EngineAnswer, EngineCall, Handlers } from '../calls.ts';
import type { Mail } from '../mail/mails.ts';
import { createFormDesk, type FormDependencies, runOnce } from '../visitors/forms.ts';
import { insertMessage, type NewMessage } from './repository.ts';

const dayMs = 24 * 60 * 60 * 1000;

type StudioNewMessage = Extract<Mail, { kind: 'studio.newMessage' }>;

interface MessageFormDependencies extends FormDependencies {
  db: Db;
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
 * no mail, but gets the same answer as other messages, so that robots learn nothing. Both forms share one limit.
 */
export function messageFormHandlers(deps: MessageFormDependencies): Handlers {
  const { db, outbox, now = Date.now } = deps;
  const receiveForm = createFormDesk('engine-message', deps);

  function receive<Sent extends Contact | AccountDeletion>(
    call: EngineCall,
    read: () => Promise<Sent>,
    sort: (sent: Sent, received: Date) => Received,
  ): Promise<EngineAnswer> {
    const { key, reference, receivedAt } = call.receipt;
    return receiveForm(call, read, (sent, { isSpam, isConfirmed }) =>
      db.transaction().execute(async (tx) => {
        const date = new Date(now());
        const at = receivedAt ?? date;
        const received = sort(sent, at);
        const { answer } = await runOnce(tx, { row: call.row, key, now: date }, async () => {
          const status = isSpam ? 'spam' : 'new';
          const times = { created_at: at.toISOString(), updated_at: at.toISOString() };
          const id = await insertMessage(tx, { ...received.row, reference, status, ...times });
          if (!isSpam) await enqueueMails(tx, { ...received.mail, id }, isConfirmed);
          return { data: received.told, message: received.message };
        });
        return answer;
      }),
    );
  }

  async function enqueueMails(tx: Db, mail: StudioNewMessage, isConfirmed: boolean) {
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
