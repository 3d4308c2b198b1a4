import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../server/config.ts';
import { openStorage } from '../../server/content-api/media/open-storage.ts';
import type { FileStorage } from '../../server/content-api/media/storage.ts';
import { createMediaStore, type MediaStore } from '../../server/content-api/media/store.ts';
import { openDatabases } from '../../server/database/databases.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { connectionOf } from '../../server/database/postgres/connect.ts';
import type { SiteDb } from '../../server/database/site-types.ts';
import type { Db } from '../../server/database/types.ts';
import { assertReadable, openDataDir } from '../../server/process/data-dir.ts';
import { readFiles, readPostgres, type Tables } from './database.ts';
import { contentTables } from './nouns.ts';
import { ArchiveProblem } from './problem.ts';

/** The content of this site, opened by a command and not by the server. */
export interface Engine {
  db: Db;
  site: SiteDb;
  storage: FileStorage;
  /** Only if it was opened for writing. */
  media: MediaStore | undefined;
  /** Folder for files that the media store will move to their final place. */
  tempDir: string;
  close(): Promise<void>;
}

export function refuseHost({ UPSTREAM_URL: url }: Config) {
  if (url)
    throw new ArchiveProblem(
      `UPSTREAM_URL is set: the content is at ${url.origin}, not in the embedded engine.`,
    );
}

/** Reads the content at one moment; the site may be running. A database of another release is refused. */
export async function readContent<Result>(config: Config, work: (tables: Tables) => Promise<Result>) {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = config;
  await assertReadable(dataDir);
  if (!url && !existsSync(join(dataDir, 'content.sqlite')))
    throw new ArchiveProblem(`There is no content.sqlite in ${dataDir}: is DATA_DIR right?`);
  const client = url ? new pg.Client(connectionOf(url)) : undefined;
  await client?.connect();
  await client?.query('begin isolation level repeatable read read only');
  const tables = client ? readPostgres(client, contentTables) : await readFiles(dataDir);
  try {
    if ((await tables.migrations()).join() !== Object.keys(migrations).join())
      throw new ArchiveProblem(
        'The database belongs to another release than this command: start the site once with this release, then try again.',
      );
    return await work(tables);
  } finally {
    await tables.close();
    await client?.end();
  }
}

/**
 * Opens the content for an import. Meanwhile no other process of the site may run on this machine; processes on other
 * machines may, and drop their cached pages at the end. With `dryRun` nothing is changed: a running server is no
 * hindrance, and in place of a missing database there is an empty one.
 */
export async function openEngine(
  config: Config,
  { log, warn, dryRun }: { log: Logger; warn(text: string): void; dryRun: boolean },
) {
  const closing: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const each of closing.splice(0).reverse()) await each();
  };
  try {
    const there = (name: string) => !dryRun || config.DATABASE_URL || existsSync(join(config.DATA_DIR, name));
    let empty: Config | undefined;
    if (!dryRun) closing.push((await openDataDir(config.DATA_DIR, warn)).release);
    else {
      await assertReadable(config.DATA_DIR);
      const folder = await mkdtemp(join(tmpdir(), 'studio-import-'));
      closing.push(() => rm(folder, { recursive: true, force: true }));
      empty = { ...config, DATA_DIR: folder };
      if (there('content.sqlite')) await readContent(config, async () => {});
    }
    const databases = await openDatabases(config, log);
    closing.push(databases.close);
    const elsewhere = empty ? await openDatabases({ DATA_DIR: empty.DATA_DIR }, log) : databases;
    if (empty) closing.push(elsewhere.close);
    const db = await (there('content.sqlite') ? databases : elsewhere).openContent();
    const site = await (there('bff.sqlite') ? databases : elsewhere).openSessions();
    const storage = await openStorage((!existsSync(config.DATA_DIR) && empty) || config, log);
    closing.push(() => storage.close());
    const tempDir = join(config.DATA_DIR, 'tmp', 'engine');
    const media = dryRun
      ? undefined
      : createMediaStore(db, storage, log, { isShared: databases.dialect === 'postgres' });
    if (media) {
      closing.push(() => databases.signals.publish('purge'));
      // Deletes files that an interrupted import has stored without their rows, before this one stores the same files.
      await media.sweep();
      await rm(tempDir, { recursive: true, force: true });
    }
    return { db, site, storage, media, tempDir, close };
  } catch (error) {
    await close();
    throw error;
  }
}
