import { assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { Handlers } from '../calls.ts';
import type { Db } from '../database/types.ts';
import { noteEdit } from '../edits/repository.ts';
import { softDeleteRow } from '../trash/repository.ts';
import { assertNotNewer } from '../validation/concurrency.ts';
import { presentMessage } from './present.ts';
import { findMessage, pageOfMessages, setMessageStatus } from './repository.ts';

/** The inbox of the studio. */
export function messageHandlers(db: Db): Handlers {
  return {
    async getMessages(call) {
      const found = await pageOfMessages(db, call.page, call.query);
      return { data: { ...found, data: found.data.map(presentMessage) } };
    },
    async getSingleMessage(call) {
      const message = await findMessage(db, call.id);
      assertThat(message, 'message.notFound', 404);
      return { data: presentMessage(message) };
    },
    async updateMessageStatus(call) {
      const { status, updated_at: version } = await call.body();
      const message = await db.transaction().execute(async (tx) => {
        const before = await findMessage(tx, call.id);
        assertThat(before, 'message.notFound', 404);
        await assertNotNewer(tx, 'messages', version, before);
        const after = await setMessageStatus(tx, before, status);
        await noteEdit(tx, 'messages', after, nameOf(call.admin));
        return after;
      });
      return { data: presentMessage(message), message: 'message.updated' };
    },
    async deleteMessage(call) {
      assertThat(await softDeleteRow(db, 'messages', call.id), 'message.notFound', 404);
      return { data: null, message: 'message.deleted' };
    },
  };
}
