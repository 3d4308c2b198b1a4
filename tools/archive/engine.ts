import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../server/config.ts';
import { openStorage } from '../../server/content-api/media/open-storage.ts';
import { createMediaStore, type MediaStore } from '../../server/content-api/media/store.ts';
import { openDatabases } from '../../server/database/databases.ts';
import { writersLock } from '../../server/database/dialect.ts';
import { migrations } from '../../server/database/migrations/index.ts';
import { connectionOf, wordsOf } from '../../server/database/postgres/connect.ts';
import { assertReadable, openDataDir } from '../../server/process/data-dir.ts';
import { readFiles, readPostgres, type Tables } from './database.ts';
import { ArchiveProblem } from './format.ts';
import { contentTables } from './nouns.ts';

/** The content of this site, opened by a command and not by the server. */
export type Engine = Awaited<ReturnType<typeof openEngine>>;

/** How long a reader of PostgreSQL waits while a process of the site writes, in milliseconds. */
const patienceMs = 30_000;

export function refuseHost({ UPSTREAM_URL: url }: Config) {
  if (url)
    throw new ArchiveProblem(
      `UPSTREAM_URL is set: the content is at ${url.origin}, not in the embedded engine.`,
    );
}

/**
 * Passes the rows of a site as of one moment to `work`; the site may be running. `own` are its tables. `meanwhile` runs
 * while nobody can write content, just before that moment: so every file that a row names is there.
 */
export async function readSite<Result>(
  { DATA_DIR: dataDir, DATABASE_URL: url }: Config,
  own: readonly string[],
  work: (tables: Tables) => Promise<Result>,
  meanwhile?: () => Promise<void>,
) {
  if (!url) {
    const tables = await readFiles(dataDir, meanwhile);
    return work(tables).finally(tables.close);
  }
  const [reader, blocker] = await Promise.all([connect(url), connect(url)]);
  try {
    const there = await reader.query("select to_regclass('kysely_migration') as name");
    if (!there.rows[0]?.name) throw new ArchiveProblem('The database of DATABASE_URL has no site.');
    await blocker.query(
      `begin; set local lock_timeout = ${patienceMs}; select pg_advisory_xact_lock(${writersLock})`,
    );
    await meanwhile?.();
    await reader.query('begin isolation level repeatable read read only; select 1');
    await blocker.query('rollback');
    return await work(readPostgres(reader, own));
  } finally {
    await Promise.all([reader.end(), blocker.end()]);
  }
}

async function connect(url: string) {
  const client = new pg.Client(connectionOf(url));
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    throw new ArchiveProblem(`DATABASE_URL: ${wordsOf(cause)}.`, { cause });
  }
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  return client;
}

/** Passes the content as of one moment to `work`. A database of another release is refused. */
export async function readContent<Result>(config: Config, work: (tables: Tables) => Promise<Result>) {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = config;
  await assertReadable(dataDir);
  if (!url && !existsSync(join(dataDir, 'content.sqlite')))
    throw new ArchiveProblem(`There is no content.sqlite in ${dataDir}: is DATA_DIR right?`);
  return readSite(config, contentTables, async (tables) => {
    if ((await tables.migrations()).join() !== Object.keys(migrations).join())
      throw new ArchiveProblem(
        'The database belongs to another release than this command: start the site once with this release, then try again.',
      );
    return work(tables);
  });
}

/**
 * Opens the content for an import. Meanwhile no other process of the site may run on this machine; processes on other
 * machines may, and drop their cached pages at the end. With `dryRun` nothing is changed: a running server is no
 * hindrance, and in place of a missing site there is an empty one.
 */
export async function openEngine(
  given: Config,
  { log, warn, dryRun }: { log: Logger; warn(text: string): void; dryRun: boolean },
) {
  await using opening = new AsyncDisposableStack();
  let [config, spare] = [given, given];
  if (!dryRun) opening.defer((await openDataDir(given.DATA_DIR, warn)).release);
  else {
    const isThere = given.DATABASE_URL || existsSync(join(given.DATA_DIR, 'content.sqlite'));
    if (isThere) await readContent(given, async () => {});
    else await assertReadable(given.DATA_DIR);
    const empty = await mkdtemp(join(tmpdir(), 'studio-import-'));
    opening.defer(() => rm(empty, { recursive: true, force: true }));
    spare = { ...given, DATA_DIR: empty };
    if (!isThere) config = spare;
  }
  /** To open what the data folder lacks would make it, so a dry run opens that in the empty folder. */
  const having = (...names: string[]) =>
    names.some((name) => existsSync(join(config.DATA_DIR, name))) ? config : spare;
  const databases = await openDatabases(config, log);
  opening.defer(databases.close);
  const db = await databases.openContent();
  const ofSite = config.DATABASE_URL ? databases : await openDatabases(having('bff.sqlite'), log);
  if (ofSite !== databases) opening.defer(ofSite.close);
  const site = await ofSite.openSessions();
  const storage = await openStorage(having('media', 'private'), log);
  opening.defer(() => storage.close());
  /** Folder for files that the media store will move to their final place. */
  const tempDir = join(config.DATA_DIR, 'tmp', 'engine');
  const opened = (media?: MediaStore) => {
    const closing = opening.move();
    return { db, site, storage, tempDir, media, close: () => closing.disposeAsync() };
  };
  if (dryRun) return opened();
  const media = createMediaStore(db, storage, log, { isShared: databases.dialect === 'postgres' });
  opening.defer(() => databases.signals.publish('purge'));
  // Deletes files that an interrupted import has stored without their rows, before this one stores the same files.
  await media.sweep();
  await rm(tempDir, { recursive: true, force: true });
  return opened(media);
}
