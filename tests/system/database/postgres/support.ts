import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { openDatabases } from '../../../../server/database/databases.ts';
import type { Databases } from '../../../../server/database/state.ts';
import { type TestDatabase, testDatabase } from '../../../support/shared-servers.ts';

export const silent = pino({ level: 'silent' });

/** Opens the databases as a process of a site does. */
export const openSite = (url: string) => openDatabases({ DATA_DIR: '/nowhere', DATABASE_URL: url }, silent);

/** Opens the databases of two processes of one site, before the first test. */
export function twoProcesses() {
  const there = {} as { one: Databases; other: Databases; database: TestDatabase };
  beforeAll(async () => {
    there.database = await testDatabase({ migrated: true });
    [there.one, there.other] = await Promise.all([
      openSite(there.database.url),
      openSite(there.database.url),
    ]);
  });
  afterAll(async () => {
    await Promise.all([there.one?.close(), there.other?.close()]);
    await there.database?.drop();
  });
  return there;
}
