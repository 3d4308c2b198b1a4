import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { migrate } from './migrate.ts';
import { intakePragmas, makeBffTables, prepareIntakeFile } from './site/tables.ts';
import { noSignals, openSiteFile, openSqlite } from './sqlite.ts';
import type { Databases, OnUnavailable } from './state.ts';

/**
 * Opens the databases: a PostgreSQL database (DATABASE_URL) immediately, SQLite files when they are first used.
 * Rejects with StartError. With `onAway`, waits without limit for a database that does not answer.
 */
export async function openDatabases(
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
  log: Logger,
  onAway?: OnUnavailable,
): Promise<Databases> {
  if (!config.DATABASE_URL) return openFiles(config.DATA_DIR, log);
  // Loaded only for PostgreSQL: an installation on files does not need it.
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres(config.DATABASE_URL, log, onAway);
}

function openFiles(dataDir: string, log: Logger): Databases {
  const opened: { destroy(): Promise<void> }[] = [];
  return {
    dialect: 'sqlite',
    async openContent() {
      const db = openSqlite(join(dataDir, 'content.sqlite'));
      opened.push(db);
      const migrated = await migrate(db, { backupDir: join(dataDir, 'backups') });
      if (migrated.length > 0)
        log.info({ migrations: migrated.length, last: migrated.at(-1) }, 'content API: database migrated');
      return db;
    },
    async openSessions() {
      const db = openSiteFile(join(dataDir, 'bff.sqlite'));
      opened.push(db);
      await makeBffTables(db);
      return db;
    },
    async openIntake() {
      const db = openSiteFile(join(dataDir, 'intake.sqlite'), intakePragmas);
      opened.push(db);
      await prepareIntakeFile(db);
      return db;
    },
    signals: noSignals,
    probe: async () => {},
    async close() {
      for (const db of opened.splice(0).reverse()) await db.destroy();
    },
  };
}
