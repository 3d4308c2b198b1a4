import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { lockDataDir } from '../../../server/data-dir.ts';
import { openExclusiveLock } from '../../../server/database/postgres/exclusive-lock.ts';
import { filledTables } from '../../database/copy.ts';
import { createPostgresSide } from '../../database/postgres-side.ts';
import { bookkeeping, tableFates } from '../../database/tables.ts';
import { databaseDump, type Manifest } from '../manifest.ts';
import { BackupProblem } from '../problem.ts';
import { readBackup } from '../read-backup.ts';
import { putFiles, type Restored, refuseFiles, refuseOtherDatabase } from '../restore-backup.ts';
import { newStaging } from '../staging.ts';
import { majorOf, runTool } from './tools.ts';

/**
 * Restores a backup of a site on PostgreSQL into the database of `url` and the data folder, which no process may use
 * meanwhile. Verifies the whole backup before anything is changed. Without `force`, existing data is a reason to
 * refuse; with `force`, it is set aside: tables into another schema, files into another folder. Rejects with
 * `BackupProblem` or `StartError`; the database is then unchanged.
 */
export async function restoreToPostgres(
  file: string,
  { dataDir, url, force, log }: { dataDir: string; url: string; force: boolean; log: Logger },
): Promise<Restored & { schema?: string }> {
  const lock = await lockDataDir(dataDir);
  try {
    const { client, close } = await openExclusiveLock(url, log);
    try {
      refuseFiles(dataDir, force);
      await refuseContent(client, force);
      await majorOf('pg_restore');
      const staging = await newStaging(dataDir, 'restore');
      try {
        const manifest = await readBackup(file, staging);
        refuseOtherDatabase(manifest, true);
        const here = await currentSchema(client);
        refuseOtherSchema(manifest, here);
        const dump = join(staging, databaseDump);
        // If the dump is too new for this pg_restore, the command fails here, before anything is changed.
        await runTool('pg_restore', ['--list', dump]);
        const aside = await setAside(client, here);
        try {
          await client.query('create extension if not exists pg_trgm');
          await runTool('pg_restore', restoreArguments(here, new URL(url), dump), url);
        } catch (error) {
          if (aside) await bringBack(client, here, aside);
          throw error;
        }
        const { rows } = await client.query<{ n: string }>(
          "select count(*) as n from intake_items where state <> 'delivered'",
        );
        await rm(dump);
        const files = await putFiles(dataDir, staging, force);
        return { manifest, waiting: Number(rows[0]?.n), ...files, ...(aside && { schema: aside.schema }) };
      } finally {
        await rm(staging, { recursive: true, force: true });
      }
    } finally {
      await close();
    }
  } finally {
    await lock.release();
  }
}

/**
 * Returns the names of the tables that a restore would move aside; changes nothing. Rejects with the errors that a
 * restore has before it begins.
 */
export async function checkRestoreToPostgres(
  url: string,
  { manifest, force, log }: { manifest: Manifest; force: boolean; log: Logger },
): Promise<string[]> {
  const { client, close } = await openExclusiveLock(url, log);
  try {
    await refuseContent(client, force);
    await majorOf('pg_restore');
    refuseOtherSchema(manifest, await currentSchema(client));
    return await ownTables(client);
  } finally {
    await close();
  }
}

async function refuseContent(client: pg.Client, force: boolean): Promise<void> {
  const filled = await filledTables(createPostgresSide(client));
  if (filled.length > 0 && !force)
    throw new BackupProblem(
      `The database has content (rows in ${filled.join(', ')}). With --force, its tables are moved aside into another schema.`,
    );
}

function refuseOtherSchema({ postgres }: Manifest, here: string): void {
  if (postgres && postgres.schema !== here)
    throw new BackupProblem(
      `The backup has the schema ${postgres.schema}, and DATABASE_URL uses ${here}. The names must match.`,
    );
}

function restoreArguments(schema: string, url: URL, dump: string): string[] {
  return [
    '--no-password',
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    '--single-transaction',
    `--schema=${schema}`,
    `--dbname=${decodeURIComponent(url.pathname.slice(1))}`,
    dump,
  ];
}

async function currentSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  return rows[0]?.schema ?? 'public';
}

/** Tables that were set aside, and the schema in which they are. */
interface Aside {
  schema: string;
  tables: string[];
  functions: string[];
}

const named = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Moves the product's tables into another schema, with their indexes, sequences, triggers, and the functions of the
 * triggers. Anything else in the present schema stays.
 */
async function setAside(client: pg.Client, schema: string): Promise<Aside | undefined> {
  const tables = await ownTables(client);
  if (tables.length === 0) return undefined;
  const used = await client.query<{ name: string }>(
    `select distinct p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
      and p.pronamespace = c.relnamespace and c.relname = any($1)`,
    [tables],
  );
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const aside = {
    schema: `before_restore_${stamp}`,
    tables,
    functions: used.rows.map(({ name }) => name),
  };
  await client.query(`begin; create schema ${named(aside.schema)}`);
  await moveAll(client, schema, aside.schema, aside);
  return aside;
}

async function ownTables(client: pg.Client): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
  );
  return found.rows
    .map(({ name }) => name)
    .filter((name) => Object.hasOwn(tableFates, name) || bookkeeping.test(name));
}

async function bringBack(client: pg.Client, schema: string, aside: Aside): Promise<void> {
  await client.query('begin');
  await moveAll(client, aside.schema, schema, aside);
  await client.query(`drop schema ${named(aside.schema)}`);
}

/**
 * Moves all tables and functions to another schema, and ends the caller's transaction: with a commit, or with a
 * rollback after an error.
 */
async function moveAll(
  client: pg.Client,
  from: string,
  to: string,
  { tables, functions }: Aside,
): Promise<void> {
  try {
    for (const table of tables)
      await client.query(`alter table ${named(from)}.${named(table)} set schema ${named(to)}`);
    for (const name of functions)
      await client.query(`alter function ${named(from)}.${named(name)}() set schema ${named(to)}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
