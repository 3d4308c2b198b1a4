// @module-tag deep/postgres: processes make the tables at once
import { expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../../../support/shared-servers.ts';
import { openSite } from './support.ts';

it('processes that start at once on a new database all come up, and one of them makes the tables', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const opened = await Promise.allSettled(Array.from({ length: 3 }, () => openSite(database.url)));
  for (const each of opened) if (each.status === 'fulfilled') await each.value.close();
  expect(opened.map((each) => (each.status === 'rejected' ? String(each.reason) : 'up'))).toEqual(
    Array.from({ length: 3 }, () => 'up'),
  );
});

it('a process tells how many of its connections are in use, and how long ago it could hear the others', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const site = await openSite(database.url);
  onTestFinished(() => site.close());
  const db = await site.openSessions();
  const held = db.transaction().execute(async (trx) => {
    await trx.selectFrom('counts').select('kind').execute();
    return site.stats?.().inUse;
  });
  expect(await held).toBeGreaterThanOrEqual(1);
  expect(site.stats?.().signalsAgeMs).toBeGreaterThan(0);
});

it('sites in schemas of their own, in one database, have tables of their own', async () => {
  const database = await testDatabase();
  try {
    await (await openSite(database.url)).close();
    await database.query('create schema another');
    const url = new URL(database.url);
    url.searchParams.set('options', '-c search_path=another,public');
    await (await openSite(url.href)).close();
    const tables = await database.query(
      "select count(*)::int as count from pg_tables where schemaname in ('public', 'another') group by schemaname",
    );
    expect(tables).toHaveLength(2);
    expect(tables[0]).toEqual(tables[1]);
  } finally {
    await database.drop();
  }
});
