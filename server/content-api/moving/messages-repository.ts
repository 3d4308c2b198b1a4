import { shownId } from '../../database/public-ids.ts';
import { commonOf, extraOf, type MovedRows, momentsOf } from './rows-repository.ts';

export const movedMessages: MovedRows<'messages'> = {
  table: 'messages',
  batch: 100,
  async read(db, ids) {
    const rows = await db
      .selectFrom('messages')
      .selectAll()
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ deleted_at: _deleted, public_id, extra, ...row }) => ({
      ...{ ...row, id: shownId({ id: row.id, public_id }) },
      ...extraOf({ extra }),
    }));
  },
  async problem(_db, record) {
    if ((record.type === 'account_deletion') !== Boolean(record.due_at))
      return 'due_at: requests to delete an account have one, and no other message';
    return undefined;
  },
  async write(tx, record, { id, isThere, place: _ }) {
    const { id: _id, extra: _extra, ...columns } = record;
    const values = {
      ...columns,
      ...commonOf(record),
      ...(await momentsOf(tx, 'messages', record, { id, isThere })),
    };
    if (isThere) await tx.updateTable('messages').set(values).where('id', '=', id).execute();
    else
      await tx
        .insertInto('messages')
        .values({ ...values, id })
        .execute();
    return [];
  },
};
