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
