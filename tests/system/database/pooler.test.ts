// @module-tag deep/postgres: a pooler stands before the server
import { it } from 'vitest';
import { openPostgres } from '../../../server/database/postgres/open.ts';
import { createLog } from '../../../server/http/log.ts';
import { startPooler } from '../../support/pooler.ts';
import { testDatabase } from '../../support/shared-servers.ts';

/** Both tests wait for a notification that never arrives, so they run concurrently. */
it.concurrent.for(['last used', 'longest at rest'] as const)(
  'a pooler that gives a transaction the connection %s is found out at the start, whose words say what to do',
  async (choice, { expect, onTestFinished }) => {
    const database = await testDatabase();
    onTestFinished(() => database.drop());
    const pooler = await startPooler(database.url, choice);
    onTestFinished(() => pooler.close());
    const opening = openPostgres(pooler.url, createLog('silent'));
    await expect(opening).rejects.toThrow(/^DATABASE_URL: .*pooler.*set the direct address of the server\.$/);
    await expect(opening).rejects.not.toThrow('not-a-secret');
    // The failed start changed nothing in the database.
    const direct = await openPostgres(database.url, createLog('silent'));
    await direct.close();
  },
);
