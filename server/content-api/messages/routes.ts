import { sql } from 'kysely';
import { message } from '#shared/entities/message.ts';
import { limits } from '#shared/limits.ts';
import { answerSubject } from '#shared/reply-subject.ts';
import { letterLimits } from '#shared/schemas/letter.ts';
import { isoNow } from '../../database/clock.ts';
import { countRows } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { updateRow } from '../../database/update-row.ts';
import { assertThat } from '../../errors.ts';
import { nameOf } from '../auth/repository.ts';
import type { Handlers } from '../calls.ts';
import { changeRow, deletes } from '../content/handlers.ts';
import { forgetAuthors, noteEdit } from '../edits/repository.ts';
import type { Outbox } from '../mail/outbox.ts';
import { createWrittenMails } from '../mail/written-mails.ts';
import { badField } from '../validation/field-errors.ts';
import {
  assignMessage,
  colleagues,
  findColleague,
  findMessage,
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
