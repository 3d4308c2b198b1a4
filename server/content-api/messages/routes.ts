import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { Handlers } from '../calls.ts';
import { noteEdit } from '../edits/repository.ts';
import { softDeleteRow } from '../row-records/trash-repository.ts';
import { assertNotNewer } from '../validation/concurrency.ts';
import { FieldErrors } from '../validation/field-errors.ts';
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
      const message = await findMessage(db, call.id);
      assertThat(message, 'message.notFound', 404);
      return { data: await presentOne(db, message) };
    },
    async updateMessageStatus(call) {
      const { status, updated_at: version } = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const before = await findMessage(tx, call.id);
        assertThat(before, 'message.notFound', 404);
        await assertNotNewer(tx, 'messages', version, before);
        const after = await setMessageStatus(tx, before, status);
        await noteEdit(tx, 'messages', after, nameOf(call.admin));
        return presentOne(tx, after);
      });
      return { data, message: 'message.updated' };
    },
    async getColleagues() {
      return { data: await colleagues(db) };
    },
    async assignMessage(call) {
      const { admin_id: to, updated_at: version } = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const before = await findMessage(tx, call.id);
        assertThat(before, 'message.notFound', 404);
        const errors = new FieldErrors();
        if (to !== null && !(await findColleague(tx, to))) errors.add('admin_id', 'desk.noColleague');
        errors.throwIfAny();
        await assertNotNewer(tx, 'messages', version, before);
        await assignMessage(tx, call.id, to);
        const after = await touchMessage(tx, before);
        await noteEdit(tx, 'messages', after, nameOf(call.admin));
        return presentOne(tx, after);
      });
      return { data, message: 'message.updated' };
    },
    async deleteMessage(call) {
      assertThat(await softDeleteRow(db, 'messages', call.id, call.admin?.id), 'message.notFound', 404);
      return { data: null, message: 'message.deleted' };
    },
  };
}
