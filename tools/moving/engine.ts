import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../../server/config.ts';
import type { FileStorage } from '../../server/content-api/media/storage/file-storage.ts';
import { openStorage } from '../../server/content-api/media/storage/open-storage.ts';
import { createMediaStore, type MediaStore } from '../../server/content-api/media/store.ts';
import { assertReadable, openDataDir } from '../../server/data-dir.ts';
import { openDatabases } from '../../server/database/databases.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import type { Databases } from '../../server/database/state.ts';
import type { Db } from '../../server/database/types.ts';
import { ArchiveProblem } from '../archive/problem.ts';

/** The content of this site, opened by a command and not by the server. */
export interface OpenEngine {
  db: Db;
  /** Database of the site's redirects. Undefined if it does not exist yet. */
  site: SiteDb | undefined;
  storage: FileStorage;
  close(): Promise<void>;
}

type Closing = (() => Promise<void> | void)[];

async function closeAll(closing: Closing): Promise<void> {
  for (const close of closing.reverse()) await close();
}

export function refuseHost({ UPSTREAM_URL: url }: Config): void {
  if (url)
    throw new ArchiveProblem(
      `UPSTREAM_URL is set: the content is at ${url.origin}, not in the embedded engine.`,
    );
}

/**
 * Opens the content for reading; the server may be running. A SQLite file is not migrated, so a file of another
 * release is refused. With `empty`, a missing database is replaced by an empty one in a temporary folder.
 */
export async function openToRead(config: Config, log: Logger, { empty = false } = {}): Promise<OpenEngine> {
  const closing: Closing = [];
  const there = (name: string) =>
    config.DATABASE_URL !== undefined || existsSync(join(config.DATA_DIR, name));
  try {
    await assertReadable(config.DATA_DIR);
    if (!there('content.sqlite') && !empty)
      throw new ArchiveProblem(`There is no content.sqlite in ${config.DATA_DIR}: is DATA_DIR right?`);
    const nowhere = empty ? await emptyFolder(closing) : undefined;
    const isThere = nowhere === undefined || existsSync(config.DATA_DIR);
    const databases = await openDatabases(config, log);
    closing.push(databases.close);
    const elsewhere = nowhere === undefined ? undefined : await openDatabases({ DATA_DIR: nowhere }, log);
    if (elsewhere) closing.push(elsewhere.close);
    const site = await (there('bff.sqlite') ? databases : elsewhere)?.openSessions();
    const db = there('content.sqlite')
      ? await openContent(config, databases, closing)
      : await elsewhere?.openContent();
    if (!db) throw new Error('openToRead: there is no database');
    const storage = await openStorage(isThere ? config : { ...config, DATA_DIR: nowhere }, log);
    closing.push(() => storage.close());
    return { db, site, storage, close: () => closeAll(closing) };
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

/** Opens the content database. A SQLite file is not migrated, since a server of another release may have it open. */
async function openContent(config: Config, databases: Databases, closing: Closing): Promise<Db> {
  if (config.DATABASE_URL) return databases.openContent();
  const db = openSqlite(join(config.DATA_DIR, 'content.sqlite'));
  closing.push(() => db.destroy());
  await refuseOtherRelease(db);
  return db;
}

/** Creates a temporary folder for empty databases, because reading must not create a database in DATA_DIR. */
async function emptyFolder(closing: Closing): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-import-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function refuseOtherRelease(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  if (rows.map(({ name }) => name).join() === Object.keys(migrations).join()) return;
  throw new ArchiveProblem(
    'The database belongs to another release than this command: start the site once with this release, then try again.',
  );
}

/**
 * The content of this site, opened for an import. Meanwhile no other process of the site may run on this machine;
 * processes on other machines may run.
 */
export interface EngineToWrite extends OpenEngine {
  site: SiteDb;
  media: MediaStore;
  /** Folder for files that the media store will move to their final place. */
  tempDir: string;
  /** Makes processes on other machines invalidate their cached pages. */
  purge(): Promise<void>;
}

/** Opens the content for writing. The server that uses this DATA_DIR must be stopped. */
export async function openToWrite(
  config: Config,
  log: Logger,
  warn: (text: string) => void,
): Promise<EngineToWrite> {
  const dataDir = await openDataDir(config.DATA_DIR, warn);
  const closing: Closing = [dataDir.release];
  try {
    const databases = await openDatabases(config, log);
    closing.push(databases.close);
    const db = await databases.openContent();
    const site = await databases.openSessions();
    const storage = await openStorage(config, log);
    closing.push(() => storage.close());
    const media = createMediaStore(db, storage, log, { isShared: databases.dialect === 'postgres' });
    // Deletes files that an interrupted import has stored without their rows, before this import stores the same
    // files.
    await media.sweep();
    const tempDir = join(config.DATA_DIR, 'tmp', 'engine');
    await rm(tempDir, { recursive: true, force: true });
    return {
      db,
      site,
      storage,
      media,
      tempDir,
      purge: () => databases.signals.publish('purge'),
      close: () => closeAll(closing),
    };
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}
