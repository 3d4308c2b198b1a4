import { chmod, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../errors.ts';
import { dialectOf } from './dialect.ts';
import { migrations } from './migrations/index.ts';
import type { Db } from './types.ts';

/** How many copies of the database are retained: the newest ones. Each copy is as large as the database. */
const copiesKept = 5;

interface MigrateOptions {
  /** The folder for the copy that is made before an existing database is changed. Without it no copy is made. */
  backupDir?: string;
  /** Migrations to run instead of the content migrations. */
  provided?: Record<string, Migration>;
  /** The table that records which migrations have run. */
  table?: string;
  /**
   * Called with the names of the migrations that a newer release has added, if this release may run at the same time.
   */
  onNewer?: (names: readonly string[]) => void;
}

/**
 * Migrates the database to the latest schema, all or nothing; returns the names of the migrations that ran. Rejects
 * with an Error that names the failed migration and the copy that was made before. If a newer release has changed the
 * database, rejects without a change; except that a PostgreSQL database on which both releases may run at the same
 * time is accepted as it is (CONTRIBUTING.md, "Change the schema").
 */
export async function migrate(db: Db, options: MigrateOptions = {}) {
  const { provided = migrations, table = 'kysely_migration' } = options;
  const schema = await schemaOf(db);
  const newer = await newerMigrations(db, { table, schema }, Object.keys(provided));
  if (newer.length > 0) {
    options.onNewer?.(newer);
    return [];
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => provided },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
    migrationTableSchema: schema,
  });
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

/**
 * Returns the schema of our tables. Other schemas of a PostgreSQL database may hold other sites; SQLite has no
 * schemas.
 */
async function schemaOf(db: Db) {
  if (dialectOf(db) === 'sqlite') return undefined;
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema;
}

/**
 * Matches the end of a migration's name that says which releases can still run after it: `-after-` and the name of a
 * migration that the release must have.
 */
const after = /-after-(\d{4}-.+)$/;

/**
 * Returns the migrations of a newer release that are in the database. Rejects when this release cannot run on them,
 * since it could destroy data that it does not know.
 */
async function newerMigrations(
  db: Db,
  { table: noted, schema }: { table: string; schema: string | undefined },
  known: readonly string[],
) {
  const found = await db.introspection.getTables({ withInternalKyselyTables: true });
  const tables = found.filter((table) => schema === undefined || table.schema === schema);
  if (!tables.some((table) => table.name === noted)) {
    // No table of migrations, so the database is new for this product. A PostgreSQL schema may also hold tables of
    // other applications; if one of them has the name of one of ours, the migration fails and reports that.
    if (tables.length === 0 || dialectOf(db) === 'postgres') return [];
    const names = tables.map((table) => table.name).slice(0, 5);
    throw new StartError(
      `content.sqlite is not a database of this product: it has ${names.join(', ')}. Set DATA_DIR to a folder that only this product uses.`,
    );
  }
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(noted)} order by name`.execute(
    db,
  );
  const done = rows.map((row) => row.name);
  const strange = done.filter((name) => !known.includes(name));
  const tooNew = strange.filter((name) => {
    const needed = after.exec(name)?.[1];
    return needed !== undefined && !known.includes(needed);
  });
  // If the database has migrations of a newer release, none of this release's own migrations may be missing: they
  // were never tested on a schema that a newer release has changed.
  const isBeside = tooNew.length === 0 && known.every((name) => done.includes(name));
  if (strange.length === 0 || (dialectOf(db) === 'postgres' && isBeside)) return strange;
  throw new StartError(
    `The database was changed by a newer release; this one does not know ${(tooNew.length > 0 ? tooNew : strange).join(', ')}. ` +
      'Start that release, or restore a backup or copy from before the change.',
  );
}

/**
 * Copies the database with VACUUM INTO, which writes one consistent file that includes the write-ahead log. Returns
 * its path.
 */
async function copyDatabase(db: Db, backupDir: string, nextMigration: string) {
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  const copy = join(backupDir, `content-before-${nextMigration}-${stamp}.sqlite`);
  try {
    await sql`vacuum into ${copy}`.execute(db);
    await chmod(copy, 0o600);
    const handle = await open(copy, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    // Deletes a partial copy, which could be taken for a complete one.
    await rm(copy, { force: true });
    throw error;
  }
  await removeOldCopies(backupDir);
  return copy;
}

async function removeOldCopies(backupDir: string) {
  const copies = (await readdir(backupDir)).flatMap((name) => {
    const stamp = /^content-before-.+-(\d{4}-\d\d-\d\dT[\d-]+Z)\.sqlite$/.exec(name)?.[1];
    return stamp ? [{ name, stamp }] : [];
  });
  copies.sort((one, other) => (one.stamp > other.stamp ? -1 : 1));
  for (const { name } of copies.slice(copiesKept)) await rm(join(backupDir, name), { force: true });
}
