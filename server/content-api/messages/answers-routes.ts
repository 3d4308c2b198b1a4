import { answerSubject } from '#shared/reply-subject.ts';
import { letterLimits } from '#shared/schemas/letter.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { nameOf } from '../auth/repository.ts';
import type { Handlers } from '../calls.ts';
import { noteEdit } from '../edits/repository.ts';
import type { Outbox } from '../mail/outbox.ts';
import { createWrittenMails } from '../mail/written-mails.ts';
import { presentOne } from './present.ts';
import { findMessage, setMessageStatus } from './repository.ts';

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
