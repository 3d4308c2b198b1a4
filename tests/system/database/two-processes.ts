import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openDatabases } from '../../../server/database/databases.ts';
import { makeSharedTables } from '../../../server/database/site/tables.ts';
import { testDatabase } from '../../support/shared-servers.ts';
import { between } from '../../support/temp-folder.ts';

export const silent = pino({ level: 'silent' });

/** Opens the databases as a process of a site does. */
export const openSite = (DATABASE_URL: string | undefined, DATA_DIR = '/nowhere') =>
  openDatabases({ DATA_DIR, DATABASE_URL }, silent);

export type TwoProcesses = Awaited<ReturnType<typeof openTwo>>;

async function openTwo(dialect: 'sqlite' | 'postgres') {
  const folder = await mkdtemp(join(tmpdir(), 'studio-two-'));
  const database = dialect === 'postgres' ? await testDatabase({ migrated: true }) : undefined;
  const url = database?.url ?? '';
  const open = async () => {
    const databases = await openSite(database?.url, folder);
    return { ...databases, db: await databases.openSessions() };
  };
  const [one, other] = [await open(), await open()];
  await makeSharedTables(one.db);
  return {
    one,
    other,
    url,
    async close() {
      await Promise.all([one.close(), other.close()]);
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Gives the tests of a file or a block a database that two processes of a site have open. On SQLite, processes send no
 * signals to each other and the product counts in memory; the statements are the same.
 */
export const twoProcesses = (dialect: 'sqlite' | 'postgres', use: (made: TwoProcesses) => void) =>
  between(
    () => openTwo(dialect),
    (made) => made.close(),
  ).forAll(use);
