import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openDatabases } from '../../../../server/database/databases.ts';
import { makeSharedTables } from '../../../../server/database/site/tables.ts';
import type { SiteDb } from '../../../../server/database/site-types.ts';
import type { Databases } from '../../../../server/database/state.ts';
import { testDatabase } from '../../../support/shared-servers.ts';

/** A database that two processes of a site have open. */
export interface TwoProcesses {
  readonly one: Databases & { db: SiteDb };
  readonly other: Databases & { db: SiteDb };
  close(): Promise<void>;
}

const log = pino({ level: 'silent' });

/**
 * On SQLite, processes send no signals to each other and the product counts in memory; the statements are the same.
 */
export async function twoProcesses(dialect: 'sqlite' | 'postgres'): Promise<TwoProcesses> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-two-'));
  const database = dialect === 'postgres' ? await testDatabase({ migrated: true }) : undefined;
  const open = async () => {
    const databases = await openDatabases({ DATA_DIR: folder, DATABASE_URL: database?.url }, log);
    return { ...databases, db: await databases.openSessions() };
  };
  const one = await open();
  const other = await open();
  await makeSharedTables(one.db);
  return {
    one,
    other,
    async close() {
      await one.close();
      await other.close();
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
