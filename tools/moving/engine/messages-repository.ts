import { movedRows } from './moved-rows.ts';

export const movedMessages = movedRows('messages', {
  batch: 100,
  async problem(_db, record) {
    if ((record.type === 'account_deletion') !== Boolean(record.due_at))
      return 'due_at: requests to delete an account have one, and no other message';
    return undefined;
  },
});
