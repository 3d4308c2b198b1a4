import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type MessageFolder,
  messageFolders,
  messageStatuses,
  messageTypes,
} from '#shared/schemas/message.ts';
import {
  findMessage,
  insertMessage,
  type NewMessage,
  pageOfMessages,
} from '../../../../server/content-api/messages/repository.ts';
import { migrate } from '../../../../server/database/migrate.ts';
import { openSqlite } from '../../../../server/database/sqlite.ts';
import type { Db } from '../../../../server/database/types.ts';
import { expectIndexed, queriesOf } from '../../../support/engine/query-plan.ts';

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

  it('counts what is in the table, whatever happens to its rows', async () => {
    const columns = fc.oneof(
      fc.constantFrom(
        { type: 'contact' as const, due_at: null },
        { type: 'account_deletion' as const, due_at: '2026-04-01' },
      ),
      fc.record({ status: fc.constantFrom(...messageStatuses) }),
      fc.record({ deleted_at: fc.constantFrom(null, '2026-01-01') }),
      fc.constant('erase' as const),
    );
    const change = fc.record({ at: fc.nat(30), columns });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
        await add();
        const ids = (await db.selectFrom('messages').select('id').execute()).map(({ id }) => id);
        for (const { at, columns } of changes) {
          const id = ids[at % ids.length] ?? 0;
          if (columns === 'erase') await db.deleteFrom('messages').where('id', '=', id).execute();
          else await db.updateTable('messages').set(columns).where('id', '=', id).execute();
        }
        const { rows } = await sql`select type, status, count(*) as total from messages
          where deleted_at is null group by 1, 2 order by 1, 2`.execute(db);
        const kept = db.selectFrom('message_counts').selectAll();
        expect(await kept.orderBy('type').orderBy('status').execute()).toEqual(rows);
      }),
      { seed: 16, numRuns: 60 },
    );
  });

  it('is read by indexes, whatever the filters', async () => {
    for (const type of [undefined, ...messageTypes]) {
      for (const status of [undefined, ...messageStatuses]) {
        const queries = await queriesOf(db, (on) => pageOfMessages(on, 3, { type, status }));
        expect(queries.length).toBe(2);
        // The table of totals has one row for each type and status.
        for (const query of queries.slice(1)) await expectIndexed(db, query);
      }
    }
    for (const query of await queriesOf(db, (on) => findMessage(on, 1))) await expectIndexed(db, query);
  });

  it('and the folders too; only what is due is sorted, since that is little', async () => {
    for (const type of [undefined, ...messageTypes]) {
      for (const folder of Object.keys(messageFolders) as MessageFolder[]) {
        const queries = await queriesOf(db, (on) => pageOfMessages(on, 3, { type, folder }));
        for (const query of queries.slice(1)) await expectIndexed(db, query);
      }
    }
    const due = { type: 'account_deletion', folder: 'inbox', order: 'due' } as const;
    const queries = await queriesOf(db, (on) => pageOfMessages(on, 1, due));
    for (const query of queries.slice(1)) await expectIndexed(db, query, { sorts: true });
  });
});
