import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import type { Db } from '../../../server/database/types.ts';
import { expectIndexed, queriesOf } from '../../support/engine/query-plan.ts';

let db: Db;
beforeAll(async () => {
  db = openSqlite(':memory:');
  await migrate(db);
});
afterAll(() => db.destroy());

describe('expectIndexed', () => {
  it.each([
    'select * from jobs where id = 1',
    'select * from jobs where deleted_at is null order by v_order, posted_at desc, id desc limit 10',
    "select 1 where exists (select 1 from jobs where slug = 'x')",
  ])('takes %s', async (query) => {
    await expectIndexed(db, query);
  });

  it.each([
    'select * from jobs',
    "select * from jobs where title = 'x'",
    'select * from jobs where id in (select id from jobs where city is null)',
    'select * from jobs where deleted_at is null order by v_order, id limit 10',
    "select department, count(*) from jobs where status = 'open' and deleted_at is null group by department",
  ])('refuses %s', async (query) => {
    await expect(expectIndexed(db, query)).rejects.toThrow(query);
  });

  it('lets few rows be sorted where a test says so, and still no table be read whole', async () => {
    await expectIndexed(
      db,
      "select department from jobs where status = 'open' and deleted_at is null group by department",
      { sorts: true },
    );
    await expect(
      expectIndexed(db, 'select title from jobs order by title', { sorts: true }),
    ).rejects.toThrow();
  });
});

describe('queriesOf', () => {
  it('sees every query, those of a transaction too', async () => {
    const queries = await queriesOf(db, async (on) => {
      await on.selectFrom('jobs').select('id').execute();
      await on
        .transaction()
        .execute((tx) => tx.selectFrom('jobs').select('title').where('id', '=', 5).execute());
    });
    expect(queries.map((query) => query.sql)).toEqual([
      'select "id" from "jobs"',
      'select "title" from "jobs" where "id" = ?',
    ]);
    expect(queries[1]?.parameters).toEqual([5]);
  });
});
