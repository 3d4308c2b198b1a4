import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type MessageFolder,
  messageFolders,
  messageStatuses,
  messageTypes,
} from '#shared/schemas/message.ts';
import { migrate } from '../../../../server/content-api/database/migrate.ts';
import { openDatabase } from '../../../../server/content-api/database/open.ts';
import type { Db } from '../../../../server/content-api/database/types.ts';
import {
  findMessage,
  insertMessage,
  type NewMessage,
  pageOfMessages,
} from '../../../../server/content-api/messages/repository.ts';
import { expectIndexed, queriesOf } from '../query-plan.ts';

let db: Db;
beforeAll(async () => {
  db = openDatabase(':memory:');
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
  it('leaves out spam, unless it is asked for, and what is deleted always', async () => {
    await add({ subject: 'kept' });
    await add({ subject: 'spam', status: 'spam' });
    await add({ subject: 'deleted', deleted_at: '2026-03-02T10:00:00.000Z' });
    const subjects = async (filters: Parameters<typeof pageOfMessages>[2]) =>
      (await pageOfMessages(db, 1, filters)).data.map((message) => message.subject);
    expect(await subjects({})).toEqual(['kept']);
    expect(await subjects({ type: 'contact' })).toEqual(['kept']);
    expect(await subjects({ status: 'spam' })).toEqual(['spam']);
    expect(await subjects({ status: 'read' })).toEqual([]);
    expect(await pageOfMessages(db, 1, {})).toMatchObject({
      total: 1,
      counts: { new: 1, spam: 1 },
      unread: 1,
    });
  });

  it('is newest first over its pages, also within one moment', async () => {
    for (let day = 1; day <= 9; day += 1) {
      await add({ subject: `${day}`, created_at: `2026-03-0${day}T10:00:00.000Z` });
      await add({ subject: `${day} again`, created_at: `2026-03-0${day}T10:00:00.000Z` });
    }
    const pages = [await pageOfMessages(db, 1, {}), await pageOfMessages(db, 2, {})];
    const subjects = pages.flatMap((page) => page.data.map((message) => message.subject));
    expect(subjects.slice(0, 3)).toEqual(['9 again', '9', '8 again']);
    expect(subjects.slice(-2)).toEqual(['1 again', '1']);
    expect(pages[1]).toMatchObject({ current_page: 2, last_page: 2, total: 18 });
  });

  it('is read by indexes, whatever the filters', async () => {
    for (const type of [undefined, ...messageTypes]) {
      for (const status of [undefined, ...messageStatuses]) {
        const queries = await queriesOf(db, (on) => pageOfMessages(on, 3, { type, status }));
        expect(queries.length).toBe(4);
        for (const query of queries) await expectIndexed(db, query);
      }
    }
    for (const query of await queriesOf(db, (on) => findMessage(on, 1))) await expectIndexed(db, query);
  });

  it('and the folders too; only what is due is sorted, since that is little', async () => {
    for (const type of [undefined, ...messageTypes]) {
      for (const folder of Object.keys(messageFolders) as MessageFolder[]) {
        for (const query of await queriesOf(db, (on) => pageOfMessages(on, 3, { type, folder })))
          await expectIndexed(db, query);
      }
    }
    const due = { type: 'account_deletion', folder: 'inbox', order: 'due' } as const;
    const queries = await queriesOf(db, (on) => pageOfMessages(on, 1, due));
    for (const query of queries) await expectIndexed(db, query, { sorts: true });
  });
});
