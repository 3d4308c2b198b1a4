import { join } from 'node:path';
import pg from 'pg';
import { connectionOf } from '../../../server/database/postgres/connect.ts';
import { writersLock } from '../../../server/database/postgres-locks.ts';
import { linkFiles } from '../collect.ts';
import { databaseDump, type Manifest } from '../manifest.ts';
import { BackupProblem } from '../problem.ts';
import { assertToolFits, runTool } from './tools.ts';

/** How long the backup waits while a process of the site writes, in milliseconds. */
const patienceMs = 30_000;

/** Where a site on PostgreSQL stores its data. */
export interface PostgresSource {
  /** Connection URL in the form of DATABASE_URL. */
  url: string;
  /** True if media and CVs are in the bucket of MEDIA_URL. They are then not part of the backup. */
  mediaElsewhere: boolean;
}

/** Result of the dump. */
export interface Dumped {
  migrations: string[];
  strangers: string[];
  waiting: number;
  postgres: NonNullable<Manifest['postgres']>;
}

/**
 * Collects a consistent snapshot of a site on PostgreSQL in `staging`, while its processes may be writing: the
 * database by pg_dump, and the files of DATA_DIR as hard links. As on SQLite (collect.ts), no process can write while
 * the last links are made and the snapshot for pg_dump begins, so every file that a row names is included. Data that
 * must not be restored, such as the sessions of admins, is left out.
 */
export async function dumpPostgres(
  dataDir: string,
  staging: string,
  source: PostgresSource,
): Promise<Dumped> {
  const { url, mediaElsewhere } = source;
  const strangers = new Set<string>();
  const [reader, blocker] = await Promise.all([connect(url), connect(url)]);
  try {
    const about = await describeServer(reader);
    await assertToolFits('pg_dump', about.major);
    await assertToolFits('pg_restore', about.major);
    if (!mediaElsewhere) await linkFiles(dataDir, staging, new Set());
    await blocker.query(
      `begin; set local lock_timeout = ${patienceMs}; select pg_advisory_xact_lock(${writersLock})`,
    );
    if (!mediaElsewhere) await linkFiles(dataDir, staging, strangers);
    await reader.query('begin isolation level repeatable read read only');
    const { rows } = await reader.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    await blocker.query('rollback');
    const content = await namesIn(reader, 'kysely_migration');
    const site = await namesIn(reader, 'site_migration');
    const waits = await reader.query<{ n: string }>(
      "select count(*) as n from intake_items where state <> 'delivered'",
    );
    await runTool(
      'pg_dump',
      dumpArguments(about.schema, rows[0]?.snapshot ?? '', join(staging, databaseDump)),
      url,
    );
    await reader.query('rollback');
    return {
      migrations: content,
      strangers: [...strangers].sort(),
      waiting: Number(waits.rows[0]?.n),
      postgres: { version: about.version, schema: about.schema, migrations: site },
    };
  } finally {
    await Promise.all([reader.end(), blocker.end()]);
  }
}

function dumpArguments(schema: string, snapshot: string, file: string): string[] {
  const quoted = `"${schema.replaceAll('"', '""')}"`;
  return [
    '--format=custom',
    '--no-password',
    '--no-owner',
    '--no-privileges',
    `--schema=${quoted}`,
    `--exclude-table-data=${quoted}.tokens`,
    `--exclude-table-data=${quoted}.account_links`,
    `--exclude-table-data=${quoted}.signals`,
    `--exclude-table-data=${quoted}.last_backup`,
    `--snapshot=${snapshot}`,
    `--file=${file}`,
  ];
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionOf(url));
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    const { code, message } = cause as { code?: string; message?: string };
    throw new BackupProblem(`DATABASE_URL: the database does not answer (${code ?? message}).`, { cause });
  }
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  return client;
}

async function describeServer(
  client: pg.Client,
): Promise<{ major: number; version: string; schema: string }> {
  const { rows } = await client.query<Record<'number' | 'version' | 'schema', string>>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as version, current_schema() as schema",
  );
  const { number = '0', version = '', schema = 'public' } = rows[0] ?? {};
  return { major: Math.floor(Number(number) / 10_000), version, schema };
}

async function namesIn(client: pg.Client, table: string): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>(`select name from ${table} order by name`);
    return rows.map(({ name }) => name);
  } catch (cause) {
    throw new BackupProblem('The database of DATABASE_URL has no site: there is nothing to back up.', {
      cause,
    });
  }
}
