import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Db } from './types.ts';

export interface MigrateOptions {
  /** Where the copy goes that is made before an existing database is changed. Without it no copy is made. */
  backupDir?: string;
  /** Other migrations than the product's own, for tests. */
  provided?: Record<string, Migration>;
}

/**
 * Brings the database to the latest schema, all of it or nothing of it; gives the names of what ran. Rejects with an
 * Error that names the migration that failed, or when the database was written by a newer release.
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  const provided = options.provided ?? migrations;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => provided } });
  const known = await migrator.getMigrations();
  const pending = known.filter((migration) => !migration.executedAt);
  const first = pending[0];
  if (first && pending.length < known.length && options.backupDir) {
    await copyDatabase(db, options.backupDir, first.name);
  }
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database cannot be migrated${failed ? ` (${failed})` : ''}: ${reason}`, {
      cause: error,
    });
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** VACUUM INTO writes one whole, consistent file, whatever stands in the write-ahead log. */
async function copyDatabase(db: Db, backupDir: string, nextMigration: string): Promise<void> {
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const copy = join(backupDir, `content-before-${nextMigration}-${stamp}.sqlite`);
  await sql`vacuum into ${copy}`.execute(db);
  await chmod(copy, 0o600);
}
