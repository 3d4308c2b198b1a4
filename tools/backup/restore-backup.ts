import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtempDisposable, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../server/config.ts';
import { openBucketOf } from '../../server/content-api/media/open-storage.ts';
import { migratePostgres } from '../../server/database/postgres/open.ts';
import { openExclusiveLock } from '../../server/database/postgres/signals.ts';
import { lockDataDir, unfinishedRestore } from '../../server/process/data-dir.ts';
import {
  assertIntact,
  databaseFiles,
  fillFiles,
  fillPostgres,
  freshFiles,
  knownMigrations,
  neverKept,
  ownTables,
  quoted,
} from '../archive/database.ts';
import { ArchiveProblem, addressOfPath, type Manifest } from '../archive/format.ts';
import { unpack } from './pack.ts';
import { fileFolders, flushFolder, newStaging, readSiteFiles, waitingForms } from './write-backup.ts';

const sqliteNames = databaseFiles.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);
/**
 * Files that a restore moves aside. The secret for sessions is moved too, although a backup has none: the next start
 * makes a new one, so no earlier session is valid with the restored data.
 */
const replaced = [...sqliteNames, ...fileFolders, 'session-secret'];

interface RestoreOptions {
  config: Config;
  force: boolean;
  log: Logger;
}

/** Verifies a backup, and restores its rows into a temporary folder. Rejects as `restoreBackup` does. */
export async function checkBackup(file: string, log: Logger) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'studio-check-'));
  const manifest = await unpack(file, folder.path, { rowsOnly: true });
  await intoFiles(folder.path, manifest, log);
  return manifest;
}

/**
 * Restores a backup into a data folder and, with DATABASE_URL, into that database; no process of the site may run.
 * Verifies all of it, and makes the new database, before anything that is there is touched; only to the bucket of
 * MEDIA_URL its files are added first. Without `force` existing data is a reason to refuse; with `force` it is moved
 * aside and never deleted. With `dryRun` only says what would be moved, and leaves nothing behind. Rejects with
 * `ArchiveProblem` or `StartError`.
 */
export async function restoreBackup(
  file: string,
  { config, force, log }: RestoreOptions,
  { dryRun = false } = {},
) {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = config;
  const traces = ['tmp', 'lock.sqlite', ''].map((name) => join(dataDir, name));
  const made = dryRun ? traces.filter((path) => !existsSync(path)) : [];
  await using closing = new AsyncDisposableStack();
  closing.defer((await lockDataDir(dataDir)).release);
  // While the lock is held, so that it is not that of another process.
  closing.defer(async () => {
    for (const path of made) await rm(path, { recursive: true, force: true });
  });
  const alone = url ? await openExclusiveLock(url, log) : undefined;
  if (alone) closing.defer(alone.close);
  const staging = await newStaging(dataDir, 'restore');
  closing.defer(() => rm(staging, { recursive: true, force: true }));
  refuse(dataDir, force ? [] : presentIn(dataDir, config));
  const own = alone ? await ownObjects(alone.client, await ownTables(log)) : undefined;
  const filled = alone && own ? await filledIn(alone.client, own.schema, own.tables) : [];
  if (!force && filled.length > 0)
    throw new ArchiveProblem(
      `The database has content (rows in ${filled.join(', ')}). With --force, its tables are moved aside into another schema.`,
    );
  const manifest = await unpack(file, staging);
  knownMigrations(manifest.migrations);
  const { names, others } = await siteFilesOf(dataDir, staging);
  refuse(dataDir, force ? [] : others);
  const moved = [...presentIn(dataDir, config), ...others];
  const waiting = await waitingForms(staging, manifest);
  const found = { manifest, moved, waiting, aside: undefined, schema: undefined, replaced: 0 };
  if (dryRun) return { ...found, schema: filled.length > 0 ? 'before_restore_…' : undefined };
  // Before the database, so that an error of the bucket leaves the database as it was.
  if (config.MEDIA_URL) await intoBucket(config, staging, manifest, log);
  const done =
    alone && own && url
      ? await whileMarked(dataDir, () => intoPostgres(alone.client, url, { staging, manifest, own, log }))
      : await intoFiles(staging, manifest, log);
  await rm(join(staging, 'rows'), { recursive: true });
  return { ...found, ...done, aside: await exchange(dataDir, staging, moved, [...replaced, ...names]) };
}

/** Makes the files of SQLite in `staging`, from the rows that are there. */
async function intoFiles(staging: string, manifest: Manifest, log: Logger) {
  await freshFiles(staging, log, manifest.migrations);
  await fillFiles(staging, staging, manifest);
  return {};
}

/** Puts the files of a backup into the bucket of MEDIA_URL, and removes them from `staging`. */
async function intoBucket(config: Config, staging: string, { files }: Manifest, log: Logger) {
  const bucket = await openBucketOf(config, log);
  try {
    for (const { path } of files) {
      const address = addressOfPath(path);
      if (address) await bucket.put(new Map([[address, join(staging, path)]]));
    }
  } finally {
    bucket.close();
  }
  for (const folder of fileFolders) await rm(join(staging, folder), { recursive: true, force: true });
}

function presentIn(dataDir: string, { DATABASE_URL: url, MEDIA_URL: media }: Config) {
  const apart = [...(url ? sqliteNames : []), ...(media ? fileFolders : [])] as string[];
  return replaced.filter((name) => !apart.includes(name) && existsSync(join(dataDir, name)));
}

function refuse(dataDir: string, names: readonly string[]) {
  if (names.length > 0)
    throw new ArchiveProblem(
      `${dataDir} is not empty (${names.join(', ')}). With --force, its data is moved aside.`,
    );
}

/**
 * Returns the names of the backup's site.json and pictures, and which of them are in the data folder with other
 * content: they are moved aside. If the backup has none, those of the folder stay.
 */
async function siteFilesOf(dataDir: string, staging: string) {
  const files = await readSiteFiles(staging);
  const others: string[] = [];
  for (const [name, bytes] of files) {
    const here = join(dataDir, name);
    if (existsSync(here) && !(await readFile(here)).equals(bytes)) others.push(name);
  }
  return { names: [...files.keys()], others };
}

/**
 * Moves existing files aside and new ones from `staging` into their places. All moves are within the data folder, which
 * may be a mount of its own. Until the last move a marker file prevents a server from starting, even if the power fails
 * in between (data-dir.ts). Returns the folder with the existing files.
 */
async function exchange(
  dataDir: string,
  staging: string,
  present: readonly string[],
  taken: readonly string[],
) {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  const aside = present.length > 0 ? join(dataDir, `before-restore-${time}`) : undefined;
  await mark(dataDir);
  if (aside) {
    await mkdir(aside, { mode: 0o700 });
    for (const name of present) await rename(join(dataDir, name), join(aside, name));
    await flushFolder(aside);
  }
  for (const name of taken)
    if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataDir, name));
  await flushFolder(dataDir);
  await rm(join(dataDir, unfinishedRestore));
  return aside;
}

/** Prevents a server from starting in the data folder, even if the power fails now. */
async function mark(dataDir: string) {
  await writeFile(join(dataDir, unfinishedRestore), '', { mode: 0o600, flush: true });
  await flushFolder(dataDir);
}

/** Leaves the mark for `exchange`, which follows. An error takes it away, unless it is of an earlier restore. */
async function whileMarked<Result>(dataDir: string, work: () => Promise<Result>) {
  const wasMarked = existsSync(join(dataDir, unfinishedRestore));
  await mark(dataDir);
  try {
    return await work();
  } catch (error) {
    if (!wasMarked) await rm(join(dataDir, unfinishedRestore));
    throw error;
  }
}

type Objects = Awaited<ReturnType<typeof ownObjects>>;

/**
 * Returns the product's tables in the present schema, and the functions of their triggers. Anything else stays where it
 * is.
 */
async function ownObjects(client: pg.Client, own: readonly string[]) {
  const ask = async (text: string, values: unknown[] = []) =>
    (await client.query<{ name: string }>(text, values)).rows.map(({ name }) => name);
  const [schema = 'public'] = await ask('select current_schema() as name');
  const all = await ask(
    'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
  );
  const tables = all.filter((name) => own.includes(name) || /^(kysely|site)_migration(_lock)?$/.test(name));
  const functions = await ask(
    `select distinct p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      join pg_class c on c.oid = t.tgrelid where not t.tgisinternal
      and c.relnamespace = current_schema()::regnamespace and p.pronamespace = c.relnamespace and c.relname = any($1)`,
    [tables],
  );
  return { schema, tables, functions };
}

/** Returns those of these tables that have a row of a site. */
async function filledIn(client: pg.Client, schema: string, tables: readonly string[]) {
  const filled: string[] = [];
  for (const table of tables.filter((name) => !/_migration|^(signals|last_backup|counts)$/.test(name)))
    if ((await client.query(`select 1 from ${quoted(schema)}.${quoted(table)} limit 1`)).rowCount)
      filled.push(table);
  return filled;
}

/** Drops what restores have moved aside and that has no row, such as the tables of one that was killed. Returns the rest. */
async function asideIn(client: pg.Client) {
  const { rows } = await client.query(
    `select schemaname as name, array_agg(tablename::text) as tables from pg_tables
      where schemaname like 'before\\_restore\\_%' group by 1 order by 1`,
  );
  const kept: string[] = [];
  for (const { name, tables } of rows)
    if ((await filledIn(client, name, tables)).length > 0) kept.push(name);
    else await client.query(`drop schema ${quoted(name)} cascade`);
  return kept.join(', ') || undefined;
}

/**
 * Makes the tables in the present schema and fills them. Existing tables are moved into a schema of their own before;
 * after an error they are moved back.
 */
async function intoPostgres(
  client: pg.Client,
  url: string,
  { staging, manifest, own, log }: { staging: string; manifest: Manifest; own: Objects; log: Logger },
) {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const schema = own.tables.length > 0 ? `before_restore_${stamp}` : undefined;
  if (schema) {
    await client.query(`create schema ${quoted(schema)}`);
    await moveAll(client, own, own.schema, schema);
  }
  let replaced = 0;
  try {
    await migratePostgres(url, log, knownMigrations(manifest.migrations));
    await client.query('begin');
    replaced = await fillPostgres(client, staging, manifest);
    await client.query('commit; analyze');
  } catch (error) {
    await client.query('rollback');
    if (schema) {
      const made = await ownObjects(client, own.tables);
      for (const table of made.tables) await client.query(`drop table ${quoted(table)} cascade`);
      for (const name of made.functions) await client.query(`drop function ${quoted(name)}()`);
      await moveAll(client, own, schema, own.schema);
      await client.query(`drop schema ${quoted(schema)}`);
    }
    throw error;
  }
  // Schemas of another role stay, without failing the restore.
  return { schema: await asideIn(client).catch(() => schema), replaced };
}

/** Moves tables, with their indexes, sequences and triggers, and functions into another schema, all or nothing. */
async function moveAll(client: pg.Client, { tables, functions }: Objects, from: string, to: string) {
  await client.query('begin');
  try {
    for (const table of tables)
      await client.query(`alter table ${quoted(from)}.${quoted(table)} set schema ${quoted(to)}`);
    for (const name of functions)
      await client.query(`alter function ${quoted(from)}.${quoted(name)}() set schema ${quoted(to)}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

const content = 'content.sqlite';

/** By table, the number of rows that are newer now than in a copy, or differ. */
type LostRows = Record<string, number>;

/** True for a file of SQLite, such as the copy that is made before a new release changes the database. */
export async function isCopy(file: string) {
  await using handle = await open(file, 'r');
  const { buffer } = await handle.read(Buffer.alloc(16), 0, 16, 0);
  return buffer.toString('latin1') === 'SQLite format 3\0';
}

/**
 * Puts such a copy in the place of the content, to go back to the release before. The server must be stopped. The
 * present database is moved aside; pictures, sessions and waiting forms stay. Rejects with `ArchiveProblem`.
 */
export async function restoreCopy(
  file: string,
  { DATA_DIR: dataDir, DATABASE_URL: url }: Config,
  { force, dryRun }: { force: boolean; dryRun: boolean },
) {
  if (url) throw new ArchiveProblem(`${file} is a copy of SQLite, and DATABASE_URL is set.`);
  const lock = await lockDataDir(dataDir);
  const staging = await newStaging(dataDir, 'restore');
  try {
    await copyFile(file, join(staging, content));
    const lost = lostRows(join(staging, content), join(dataDir, content));
    if (dryRun) return { lost, aside: undefined };
    const present = [content, `${content}-wal`, `${content}-shm`].filter((name) =>
      existsSync(join(dataDir, name)),
    );
    if (present.length > 0 && !force)
      throw new ArchiveProblem(
        `${join(dataDir, content)} is there. With --force it is moved aside; rows that are newer than the copy: ${lostText(lost)}.`,
      );
    return { lost, aside: await exchange(dataDir, staging, present, [content]) };
  } finally {
    await rm(staging, { recursive: true, force: true });
    await lock.release();
  }
}

export function lostText(lost: LostRows) {
  const words = Object.entries(lost).map(([table, rows]) => `${table} ${rows}`);
  return words.length > 0 ? words.join(', ') : 'none';
}

/** Returns by table how many rows of the present database the copy does not have, or has otherwise. */
function lostRows(copy: string, present: string) {
  using database = new DatabaseSync(copy);
  assertIntact(database, copy);
  if (!existsSync(present)) return {};
  database.prepare('attach ? as present').run(present);
  const columns = (schema: string, table: unknown) =>
    database
      .prepare(`select name from pragma_table_info(?, '${schema}')`)
      .all(String(table))
      .map(({ name }) => `"${name}"`);
  const tables = database.prepare(
    "select name from pragma_table_list where schema = 'present' and type = 'table' order by name",
  );
  const lost: LostRows = {};
  for (const { name } of tables.all()) {
    const table = String(name);
    // Left out: what is never kept, what triggers count, and the product's own notes.
    if (neverKept.includes(table) || /^sqlite_|_migration|_counts$|^(search_texts|housekeeping)$/.test(table))
      continue;
    const there = columns('main', table);
    // Search texts are made of the other columns, and by each release in its own way.
    const shared = columns('present', table).filter(
      (column) => there.includes(column) && column !== '"search_text"',
    );
    const rows = shared.length
      ? `select ${shared} from present."${table}" except select ${shared} from main."${table}"`
      : `select 1 from present."${table}"`;
    const count = Number(database.prepare(`select count(*) as n from (${rows})`).get()?.n);
    if (count > 0) lost[table] = count;
  }
  return lost;
}
