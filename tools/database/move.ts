import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { lockDataDir, openDataDir, unfinishedRestore } from '../../server/data-dir.ts';
import { openDatabases } from '../../server/database/databases.ts';
import { openExclusiveLock } from '../../server/database/postgres/exclusive-lock.ts';
import { migratePostgres } from '../../server/database/postgres/open.ts';
import { flushFolder } from '../backup/flush-folder.ts';
import { newStaging } from '../backup/staging.ts';
import { type Copied, copySite, filledTables, MoveProblem, type Progress } from './copy.ts';
import { createPostgresSide } from './postgres-side.ts';
import { openSqliteSide, siteFiles } from './sqlite-side.ts';
import { copiedTables } from './tables.ts';

export interface MoveOptions {
  dataDir: string;
  /** Connection URL in the form of DATABASE_URL. */
  url: string;
  /** True to check whether the move is possible, and to change nothing. */
  dryRun?: boolean;
  log: Logger;
  say(text: string): void;
  progress?: Progress;
  /** Called before the move to PostgreSQL, while `dataDir` is locked. If it rejects, nothing is moved. */
  before?(dataDir: string): Promise<void>;
}

/**
 * Copies the site in `dataDir` into an empty PostgreSQL database, in one transaction. The files stay unchanged, with
 * one exception: a database file with the schema of an older release is migrated first, and a copy of the content
 * database from before the migration is stored. Returns the copied tables or, on a dry run, the existing tables.
 * Rejects with StartError for the operator.
 */
export async function moveToPostgres(options: MoveOptions): Promise<Copied[]> {
  const { dataDir, url, dryRun = false, log, say, progress = () => {}, before } = options;
  refuseWithoutSite(dataDir);
  const lock = await openDataDir(dataDir, say);
  const closing: (() => Promise<void> | void)[] = [lock.release];
  try {
    const alone = await openExclusiveLock(url, log);
    closing.push(alone.close);
    const { client } = alone;
    const target = createPostgresSide(client);
    await refuseFilled(target, 'The database');
    await before?.(dataDir);
    if (!dryRun) {
      await migrateFiles(dataDir, log);
      await migratePostgres(url, log);
    }
    const source = openSqliteSide(dataDir);
    closing.push(source.close);
    const strangers = source.strangers();
    if (strangers.length > 0)
      throw new MoveProblem(
        `The database has tables that this command does not know: ${strangers.join(', ')}.`,
      );
    sayNuls(source.withNul(), say);
    if (dryRun) return await look(source);
    await client.query('begin');
    try {
      await refuseFilled(target, 'The database');
      const copied = await copySite(source, target, progress);
      await client.query('commit');
      // Without this the query planner has no statistics of the tables that were empty before.
      await client.query('analyze').catch(() => {});
      return copied;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  } finally {
    await closeAll(closing);
  }
}

/**
 * Copies a site from a PostgreSQL database into files in `dataDir`, which must not contain database files yet. The
 * files appear there only after they are complete and compared. The database stays unchanged. Rejects with a
 * StartError for the operator.
 */
export async function moveToSqlite(options: MoveOptions): Promise<Copied[]> {
  const { dataDir, url, dryRun = false, log, progress = () => {} } = options;
  const lock = await lockDataDir(dataDir);
  const closing: (() => Promise<void> | void)[] = [lock.release];
  try {
    const there = siteFiles.filter((name) => existsSync(join(dataDir, name)));
    if (there.length > 0)
      throw new MoveProblem(
        `${dataDir} has a site already (${there.join(', ')}). Move these files away, or set DATA_DIR to another folder.`,
      );
    const { client, close } = await openExclusiveLock(url, log);
    closing.push(close);
    if (!dryRun) await migratePostgres(url, log);
    await client.query('begin isolation level repeatable read');
    const source = createPostgresSide(client);
    const filled = await filledTables(source);
    if (filled.length === 0) throw new MoveProblem('The database has no site: there is nothing to move.');
    if (dryRun) return await look(source);
    const staging = await newStaging(dataDir, 'move');
    closing.push(() => rm(staging, { recursive: true, force: true }));
    await migrateFiles(staging, log, true);
    const target = openSqliteSide(staging);
    closing.push(target.close);
    const copied = await copySite(source, target, progress);
    target.commit();
    target.close();
    await putInPlace(staging, dataDir);
    return copied;
  } finally {
    await closeAll(closing);
  }
}

/** Calls all closing functions, the last one first. If some fail, throws the error after all were called. */
async function closeAll(closing: (() => Promise<void> | void)[]): Promise<void> {
  let problem: unknown;
  for (const close of closing.reverse())
    try {
      await close();
    } catch (error) {
      problem = error;
    }
  if (problem !== undefined) throw problem;
}

function refuseWithoutSite(dataDir: string): void {
  if (siteFiles.some((name) => existsSync(join(dataDir, name)))) return;
  throw new MoveProblem(
    `${dataDir} has none of ${siteFiles.join(', ')}: there is nothing to move. Is DATA_DIR right?`,
  );
}

async function refuseFilled(target: Parameters<typeof filledTables>[0], name: string): Promise<void> {
  const filled = await filledTables(target);
  if (filled.length === 0) return;
  throw new MoveProblem(
    `${name} has content already (rows in ${filled.join(', ')}). A site is only moved into an empty one.`,
  );
}

/** Migrates the existing database files to the schema of this release. With `all`, also creates the missing files. */
async function migrateFiles(dataDir: string, log: Logger, all = false): Promise<void> {
  const databases = await openDatabases({ DATA_DIR: dataDir }, log);
  try {
    if (all || existsSync(join(dataDir, 'content.sqlite'))) await databases.openContent();
    if (all || existsSync(join(dataDir, 'bff.sqlite'))) await databases.openSessions();
    if (all || existsSync(join(dataDir, 'intake.sqlite'))) await databases.openIntake();
  } finally {
    await databases.close();
  }
}

async function look(source: Parameters<typeof filledTables>[0]): Promise<Copied[]> {
  const found: Copied[] = [];
  for (const table of copiedTables)
    if ((await source.columnsOf(table)).length > 0)
      found.push({ table: table.name, rows: await source.countOf(table), hash: '' });
  return found;
}

/** Maximum number of places with a NUL character that the message lists. */
const shownPlaces = 20;

function sayNuls(
  places: { table: string; key: string; column: string }[],
  say: (text: string) => void,
): void {
  if (places.length === 0) return;
  say(
    `${places.length === 1 ? 'One text contains' : `${places.length} texts contain`} a NUL, which PostgreSQL cannot store; U+FFFD replaces it:`,
  );
  for (const { table, key, column } of places.slice(0, shownPlaces)) say(`  ${table} ${key}: ${column}`);
  if (places.length > shownPlaces) say(`  and ${places.length - shownPlaces} more`);
}

/**
 * Moves the files from `staging` into `dataDir`. Until the last rename a marker file prevents a server from starting,
 * even if the power fails in between (data-dir.ts).
 */
async function putInPlace(staging: string, dataDir: string): Promise<void> {
  const marker = join(dataDir, unfinishedRestore);
  await writeFile(marker, '', { mode: 0o600, flush: true });
  await flushFolder(dataDir);
  for (const name of [...siteFiles].reverse()) await rename(join(staging, name), join(dataDir, name));
  await flushFolder(dataDir);
  await rm(marker);
}
