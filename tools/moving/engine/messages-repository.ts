import { movedRows } from './moved-rows.ts';

export const movedMessages = movedRows('messages', {
  batch: 100,
  async problem(_db, record) {
    if ((record.type === 'account_deletion') !== Boolean(record.due_at))
      return 'due_at: only requests to delete an account have one';
    return undefined;
  },
});
