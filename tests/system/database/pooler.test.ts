// @module-tag deep/postgres: a pooler stands before the server
import { expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../../server/database/postgres/open.ts';
import { createLog } from '../../../server/http/log.ts';
import { startPooler } from '../../support/pooler.ts';
import { testDatabase } from '../../support/shared-servers.ts';

it('a pooler that gives each transaction another connection is found out at the start, whose words say what to do', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const pooler = await startPooler(database.url, 'last used');
  onTestFinished(() => pooler.close());
  const opening = openPostgres(pooler.url, createLog('silent'));
  await expect(opening).rejects.toThrow(/^DATABASE_URL: .*pooler.*set the direct address of the server\.$/);
  await expect(opening).rejects.not.toThrow('not-a-secret');
  // The failed start changed nothing in the database.
  const direct = await openPostgres(database.url, createLog('silent'));
  await direct.close();
});
