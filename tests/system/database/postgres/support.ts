import pino from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { openDatabases } from '../../../../server/database/databases.ts';
import type { Databases } from '../../../../server/database/state.ts';
import { type TestDatabase, testDatabase } from '../../../support/shared-servers.ts';

export const silent = pino({ level: 'silent' });

/** As a process of a site opens it. */
export const openSite = (url: string): Promise<Databases> =>
  openDatabases({ DATA_DIR: '/nowhere', DATABASE_URL: url }, silent);

/** Two processes of one site, as far as the database goes; there from the first test on. */
export function twoProcesses(): { one: Databases; other: Databases; database: TestDatabase } {
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
