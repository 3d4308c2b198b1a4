import { assertThat } from '../../errors.ts';
import type { Handlers } from '../calls.ts';
import type { Db } from '../database/types.ts';
import { discardRow } from '../trash/repository.ts';
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
    async updateMessageStatus(call) {
      const { status, updated_at: version } = await call.body();
      const message = await db.transaction().execute(async (tx) => {
        const before = await findMessage(tx, call.id);
        assertThat(before, 'message.notFound', 404);
        assertNotNewer(version, before);
        return setMessageStatus(tx, before, status);
      });
      return { data: presentMessage(message), message: 'message.updated' };
    },
    async deleteMessage(call) {
      assertThat(await discardRow(db, 'messages', call.id), 'message.notFound', 404);
      return { data: null, message: 'message.deleted' };
    },
  };
}
