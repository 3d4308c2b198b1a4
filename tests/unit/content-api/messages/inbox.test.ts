import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type MessageFolder,
  messageFolders,
  messageStatuses,
  messageTypes,
} from '#shared/schemas/message.ts';
import {
  insertMessage,
  type NewMessage,
  pageOfMessages,
} from '../../../../server/content-api/messages/repository.ts';
import { migrate } from '../../../../server/database/migrate.ts';
import { openSqlite } from '../../../../server/database/sqlite.ts';
import type { Db } from '../../../../server/database/types.ts';

let db: Db;
beforeAll(async () => {
  db = openSqlite(':memory:');
  await migrate(db);
});
beforeEach(() => db.deleteFrom('messages').execute());
afterAll(() => db.destroy());

function add(changes: Partial<NewMessage> = {}) {
  const at = changes.created_at ?? '2026-03-01T10:00:00.000Z';
  const due = changes.type === 'account_deletion' ? { due_at: at } : {};
  const base = { type: 'contact', email: 'a@example.com', status: 'new' } as const;
  return insertMessage(db, { ...base, ...due, created_at: at, updated_at: at, ...changes });
}

describe('the inbox', () => {
  it('has every message on one page, in order, whichever end is nearer, and its totals', async () => {
    let number = 0;
    for (const status of messageStatuses) {
      for (let count = 0; count < 8; count += 1) {
        number += 1;
        const type = messageTypes[number % messageTypes.length];
        const created_at = `2026-03-${10 + ((number * 7) % 19)}T10:00:00.000Z`;
        const handled_at = status === 'replied' ? created_at : null;
        await add({ subject: `${number}`, type, status, created_at, handled_at });
      }
    }
    const rows = await db.selectFrom('messages').selectAll().execute();
    const newest = rows.toSorted((a, b) =>
      a.created_at === b.created_at ? b.id - a.id : a.created_at < b.created_at ? 1 : -1,
    );
    const byDue = [
      ...newest
        .filter((row) => !row.handled_at)
        .toSorted((a, b) =>
          (a.due_at ?? '9999') < (b.due_at ?? '9999') ? -1 : a.due_at === b.due_at ? 0 : 1,
        ),
      ...newest.filter((row) => row.handled_at),
    ];
    for (const order of ['newest', 'due'] as const) {
      for (const type of [undefined, ...messageTypes]) {
        for (const folder of [undefined, ...(Object.keys(messageFolders) as MessageFolder[])]) {
          const listed = (order === 'due' ? byDue : newest)
            .filter((row) => type === undefined || row.type === type)
            .filter((row) =>
              folder ? messageFolders[folder].some((each) => each === row.status) : row.status !== 'spam',
            );
          const ids: number[] = [];
          for (let page = 1; page <= Math.ceil(listed.length / 10) + 1; page += 1) {
            const found = await pageOfMessages(db, page, { type, folder, order });
            expect([found.total, found.unread]).toEqual([listed.length, 8]);
            ids.push(...found.data.map(({ id }) => id));
          }
          expect(ids).toEqual(listed.map(({ id }) => id));
        }
      }
    }
  });
});
