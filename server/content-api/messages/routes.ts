import { sql } from 'kysely';
import { message } from '#shared/entities/message.ts';
import { limits } from '#shared/limits.ts';
import type { ErrorCode } from '#shared/messages.ts';
import { answerSubject } from '#shared/reply-subject.ts';
import { letterLimits } from '#shared/schemas/letter.ts';
import type { AccountDeletion, Contact } from '#shared/schemas/message.ts';
import { countRows, forgetAuthors, isoNow, noteEdit, updateRow } from '../../database/rows.ts';
import type { Db, RowId } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { nameOf } from '../auth/accounts.ts';
import { badField, type EngineCall, type Handlers } from '../calls.ts';
import { dayMs } from '../chore.ts';
import { changeRow, deletes } from '../content/handlers.ts';
import type { Mail } from '../mail/mails.ts';
import type { Outbox } from '../mail/outbox.ts';
import { createWrittenMails } from '../mail/written-mails.ts';
import { createFormDesk, type FormDependencies, runOnce } from '../visitors/forms.ts';
import {
  assignMessage,
  colleagues,
  findColleague,
  findMessage,
  insertMessage,
  type NewMessage,
  pageOfMessages,
  presentMessages,
  presentOne,
  setMessageStatus,
  touchMessage,
} from './repository.ts';

/** Handles the calls about the studio's inbox. */
export function messageHandlers(db: Db): Handlers {
  return {
    async getMessages(call) {
      const { assigned, ...filters } = call.query;
      const assignedTo = assigned === 'me' ? call.admin?.id : undefined;
      const found = await pageOfMessages(db, call.page, { ...filters, assignedTo });
      return { data: { ...found, data: await presentMessages(db, found.data) } };
    },
    async getSingleMessage(call) {
      return { data: await presentOne(db, await there(db, call.id)) };
    },
    async updateMessageStatus(call) {
      const { status, updated_at: version } = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const before = await there(tx, call.id);
        const change = { version, by: call.admin };
        return presentOne(
          tx,
          await changeRow(tx, message, before, change, () => setMessageStatus(tx, before, status)),
        );
      });
      return { data, message: 'message.updated' };
    },
    async getColleagues() {
      return { data: await colleagues(db) };
    },
    async assignMessage(call) {
      const { admin_id: to, updated_at: version } = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const before = await there(tx, call.id);
        if (to !== null && !(await findColleague(tx, to))) throw badField('admin_id', 'desk.noColleague');
        const after = await changeRow(tx, message, before, { version, by: call.admin }, async () => {
          await assignMessage(tx, call.id, to);
          return touchMessage(tx, before);
        });
        return presentOne(tx, after);
      });
      return { data, message: 'message.updated' };
    },
    deleteMessage: deletes(db, 'messages', 'message'),
  };
}

/** Finds a message that is not deleted; throws 404 if there is none. */
async function there(db: Db, id: RowId) {
  const found = await findMessage(db, id);
  assertThat(found, 'message.notFound', 404);
  return found;
}

/** Answers to messages: written mails, stored with the message (docs/product.md §20). */
export function answerHandlers(db: Db, outbox: Outbox): Handlers {
  const kept = createWrittenMails(outbox);
  return {
    async getAnswers(call) {
      assertThat(await findMessage(db, call.id), 'message.notFound', 404);
      return { data: await kept.of(db, { message_id: call.id }, letterLimits.shown) };
    },
    async answerMessage(call) {
      const { text, key } = await call.body();
      const { admin: sender } = call;
      assertThat(sender, 'session.required', 401);
      const data = await db.transaction().execute(async (tx) => {
        const before = await findMessage(tx, call.id);
        assertThat(before, 'message.notFound', 404);
        const answer = await kept.queue(tx, {
          kind: 'message.answer',
          owner: { message_id: call.id },
          to: before.email,
          subject: answerSubject(before),
          body: text,
          sender,
          key,
          holdMs: 0,
        });
        assertThat(answer, 'letter.noAddress', 409);
        const after = await setMessageStatus(tx, before, 'replied');
        await noteEdit(tx, 'messages', after, nameOf(sender));
        return { answer, message: await presentOne(tx, after) };
      });
      return { data, message: 'desk.answered' };
    },
  };
}

const noun = { resource: 'saved_answer', table: 'saved_answers' } as const;

/** Handles the calls about saved answers, which all colleagues share; there are at most `limits.savedAnswers`. */
export function savedAnswerHandlers(db: Db): Handlers {
  async function find(tx: Db, id: RowId) {
    const found = await tx.selectFrom('saved_answers').selectAll().where('id', '=', id).executeTakeFirst();
    assertThat(found, 'desk.answerNotFound', 404);
    return found;
  }

  return {
    async getSavedAnswers() {
      const answers = db.selectFrom('saved_answers').selectAll().orderBy(sql`lower(title)`).orderBy('id');
      return { data: await answers.execute() };
    },
    async addSavedAnswer(call) {
      const words = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const limit = limits.savedAnswers;
        const stored = await countRows(tx.selectFrom('saved_answers'));
        assertThat(stored < limit, 'desk.tooManyAnswers', 409, { values: { limit } });
        const now = isoNow();
        const added = tx.insertInto('saved_answers').values({ ...words, created_at: now, updated_at: now });
        return added.returningAll().executeTakeFirstOrThrow();
      });
      return { data, message: 'desk.answerAdded' };
    },
    async updateSavedAnswer(call) {
      const { updated_at: version, ...words } = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const before = await find(tx, call.id);
        return changeRow(tx, noun, before, { version, by: call.admin }, () =>
          updateRow(tx, 'saved_answers', before, words),
        );
      });
      return { data, message: 'desk.answerUpdated' };
    },
    async deleteSavedAnswer(call) {
      await db.transaction().execute(async (tx) => {
        const { id } = await find(tx, call.id);
        await tx.deleteFrom('saved_answers').where('id', '=', id).execute();
        await forgetAuthors(tx, 'saved_answers', [id]);
      });
      return { data: null, message: 'desk.answerDeleted' };
    },
  };
}

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
  ) {
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
