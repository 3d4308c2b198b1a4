import { message } from '#shared/entities/message.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import type { Handlers } from '../calls.ts';
import { changeRow } from '../content/changes.ts';
import { deletes } from '../content/handlers.ts';
import { badField } from '../validation/field-errors.ts';
import { assignMessage, colleagues, findColleague } from './colleagues-repository.ts';
import { presentMessages, presentOne } from './present.ts';
import { findMessage, pageOfMessages, setMessageStatus, touchMessage } from './repository.ts';

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
