import { chmod, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../../errors.ts';
import { migrations } from './migrations/index.ts';
import type { Db } from './types.ts';

/** So many copies are kept, the newest: each is as large as the database. */
const copiesKept = 5;

export interface MigrateOptions {
  /** Where the copy goes that is made before an existing database is changed. Without it no copy is made. */
  backupDir?: string;
  /** Other migrations than the product's own, for tests. */
  provided?: Record<string, Migration>;
}

/**
 * Brings the database to the latest schema, all of it or nothing of it; gives the names of what ran. Rejects with an
 * Error that names the migration that failed and the copy that was made before, or what a newer release has done to the
 * database, which is then left alone.
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  const provided = options.provided ?? migrations;
  await refuseNewerDatabase(db, Object.keys(provided));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => provided } });
  const known = await migrator.getMigrations();
  const pending = known.filter((migration) => !migration.executedAt);
  const first = pending[0];
  const copy =
    first && pending.length < known.length && options.backupDir
      ? await copyDatabase(db, options.backupDir, first.name)
      : undefined;
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    const kept = copy ? ` It is unchanged; a copy is in ${copy}` : '';
    throw new StartError(
      `The database cannot be migrated${failed ? ` (${failed})` : ''}: ${reason}.${kept}`,
      {
        cause: error,
      },
    );
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** An older release would not know what it destroys. */
async function refuseNewerDatabase(db: Db, known: readonly string[]): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) {
    if (tables.length === 0) return;
    const names = tables.map((table) => table.name).slice(0, 5);
    throw new StartError(
      `The database content.sqlite is not one of ours: it has ${names.join(', ')}. Set DATA_DIR to a folder of its own.`,
    );
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const strange = rows.map((row) => row.name).filter((name) => !known.includes(name));
  if (strange.length === 0) return;
  throw new StartError(
    `The database was changed by a newer release; this one does not know ${strange.join(', ')}. Start that ` +
      'release, or restore a backup or copy from before the change.',
  );
}

/** VACUUM INTO writes one whole, consistent file, whatever stands in the write-ahead log. Gives its path. */
async function copyDatabase(db: Db, backupDir: string, nextMigration: string): Promise<string> {
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const copy = join(backupDir, `content-before-${nextMigration}-${stamp}.sqlite`);
  try {
    await sql`vacuum into ${copy}`.execute(db);
    await chmod(copy, 0o600);
    const handle = await open(copy, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    // Half a copy must not be taken for a whole one.
    await rm(copy, { force: true });
    throw error;
  }
  await removeOldCopies(backupDir);
  return copy;
}

async function removeOldCopies(backupDir: string): Promise<void> {
  const copies = (await readdir(backupDir)).flatMap((name) => {
    const stamp = /^content-before-.+-(\d{4}-\d\d-\d\dT[\d-]+Z)\.sqlite$/.exec(name)?.[1];
    return stamp ? [{ name, stamp }] : [];
  });
  copies.sort((one, other) => (one.stamp > other.stamp ? -1 : 1));
  for (const { name } of copies.slice(copiesKept)) await rm(join(backupDir, name), { force: true });
}
