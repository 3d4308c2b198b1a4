// @module-tag deep/postgres: moves a site to PostgreSQL and back
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDataDir } from '../../../../server/data-dir.ts';
import { openDatabases } from '../../../../server/database/databases.ts';
import { matchesWords } from '../../../../server/database/search.ts';
import { filledTables } from '../../../../tools/database/copy.ts';
import { moveToPostgres, moveToSqlite } from '../../../../tools/database/move.ts';
import { createPostgresSide } from '../../../../tools/database/postgres-side.ts';
import { checkSecret } from '../../../../tools/database/secret.ts';
import { openSqliteSide } from '../../../../tools/database/sqlite-side.ts';
import { bookkeeping, copiedTables, tableFates } from '../../../../tools/database/tables.ts';
import { type TestDatabase, testDatabase } from '../../../support/shared-servers.ts';
import { fillSite, siteSecret } from '../support/full-site.ts';

const log = pino({ level: 'silent' });
let root: string;
let dataDir: string;
let database: TestDatabase;
let client: pg.Client;
const said: string[] = [];
const options = (folder = dataDir) => ({
  dataDir: folder,
  url: database.url,
  log,
  say: (text: string) => void said.push(text),
});

/**
 * Returns every row of every table of the files in a folder, except the full-text index and the migration records.
 */
function rowsIn(folder: string): Record<string, unknown[]> {
  const found: Record<string, unknown[]> = {};
  for (const file of ['content.sqlite', 'bff.sqlite', 'intake.sqlite']) {
    const open = new DatabaseSync(join(folder, file), { readOnly: true });
    const tables = open.prepare("select name from sqlite_schema where type = 'table' order by name").all();
    for (const { name } of tables)
      if (Object.hasOwn(tableFates, String(name)))
        found[String(name)] = open
          .prepare(`select ${columnsOf(name)} from ${String(name)} order by 1, 2`)
          .all();
    open.close();
  }
  return found;
}

/** Of the search texts only the record that they belong to: the texts are folded again after the move. */
const columnsOf = (table: unknown) => (table === 'search_texts' ? 'resource, ref' : '*');

const filled = () => filledTables(createPostgresSide(client));

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'studio-move-'));
  dataDir = join(root, 'site');
  await fillSite({ DATA_DIR: dataDir });
  database = await testDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
beforeEach(() => void said.splice(0));
afterAll(async () => {
  await client?.end();
  await database?.drop();
  await rm(root, { recursive: true, force: true });
});

describe('npm run studio -- database move, before anything was moved', () => {
  it('looks on a dry run: what there is, where a NUL stands, and nothing is changed', async () => {
    const tables = await moveToPostgres({ ...options(), dryRun: true });
    expect(tables.map(({ table }) => table)).toEqual(copiedTables.map(({ name }) => name));
    expect(tables.filter(({ rows }) => rows === 0)).toEqual([]);
    expect(said.join('\n')).toMatch(/^10 texts|^8 texts/);
    expect(said.join('\n')).toContain('  blogs 1: blog_title');
    expect((await client.query('select 1 from pg_tables where schemaname = current_schema()')).rowCount).toBe(
      0,
    );
  });

  it('takes nothing from a folder that a process uses, or that has no site', async () => {
    const lock = await openDataDir(dataDir, () => {});
    await expect(moveToPostgres(options())).rejects.toThrow('is in use by');
    await lock.release();
    await expect(moveToPostgres(options(join(root, 'nothing')))).rejects.toThrow('there is nothing to move');
    expect(await readdir(root)).toEqual(['site']);
  });

  it('takes no database that a process uses, and lets none begin to while it works', async () => {
    const running = await openDatabases({ DATA_DIR: root, DATABASE_URL: database.url }, log);
    await expect(moveToPostgres(options())).rejects.toThrow('in use by a process of the site');
    await running.close();
    const before = async () => {
      await expect(openDatabases({ DATA_DIR: root, DATABASE_URL: database.url }, log)).rejects.toThrow(
        'is being moved or restored',
      );
      throw new Error('seen');
    };
    await expect(moveToPostgres({ ...options(), before })).rejects.toThrow('seen');
  });

  it('undoes everything when a table is not the same afterwards, and says which', async () => {
    await client.query(`create function spoil() returns trigger language plpgsql as
      $$ begin new.department = 'other'; return new; end $$`);
    await client.query('create trigger spoil before insert on jobs for each row execute function spoil()');
    await expect(moveToPostgres(options())).rejects.toThrow(
      'jobs differs between the databases: 1 rows in the source, 1 in the target, with other content',
    );
    await client.query('drop function spoil cascade');
    expect(await filled()).toEqual([]);
  });

  it('does not pass over a table that it does not know, or a column that is missing', async () => {
    const content = new DatabaseSync(join(dataDir, 'content.sqlite'));
    content.exec('create table awards (id integer)');
    await expect(moveToPostgres(options())).rejects.toThrow('does not know: awards');
    content.exec('drop table awards');
    content.close();
    await client.query('alter table team_members add column nickname text');
    await expect(moveToPostgres(options())).rejects.toThrow('team_members has different columns');
    await client.query('alter table team_members drop column nickname');
    expect(await filled()).toEqual([]);
  });
});

describe('a site that is moved to PostgreSQL and back', () => {
  const back = () => join(root, 'back');
  beforeAll(async () => {
    await moveToPostgres(options());
  });

  it('has every table of both databases in its list', async () => {
    const known = Object.keys(tableFates).sort();
    const { rows } = await client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
    );
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => !bookkeeping.test(name))
        .sort(),
    ).toEqual(known);
    const side = openSqliteSide(dataDir);
    expect(side.strangers()).toEqual([]);
    const there = Object.keys(rowsIn(dataDir));
    side.close();
    expect(there.sort()).toEqual(
      known.filter((name) => tableFates[name as keyof typeof tableFates].is !== 'left'),
    );
  });

  it('is found by its words, and counts as before', async () => {
    const databases = await openDatabases({ DATA_DIR: root, DATABASE_URL: database.url }, log);
    const db = await databases.openContent();
    const before = rowsIn(dataDir);
    const found = db
      .selectFrom('applicants')
      .select('id')
      .where(matchesWords(db, 'applicants', ['ayesha']));
    expect(await found.orderBy('id').execute()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    const counts = db.selectFrom('applicant_counts').selectAll().orderBy('job_id').orderBy('status');
    expect(await counts.execute()).toEqual(before.applicant_counts);
    const inbox = db.selectFrom('message_counts').selectAll().orderBy('type');
    expect(await inbox.execute()).toEqual(before.message_counts);
    const pictures = db.selectFrom('picture_counts').selectAll().orderBy('used');
    expect(await pictures.execute()).toEqual(before.picture_counts);
    // The triggers still count.
    await db.updateTable('messages').set({ status: 'read' }).where('type', '=', 'account_deletion').execute();
    expect((await inbox.execute()).map(({ status, total }) => [status, total])).toEqual([
      ['read', 1],
      ['new', 1],
    ]);
    await db.updateTable('messages').set({ status: 'new' }).where('type', '=', 'account_deletion').execute();
    await databases.close();
  });

  it('is not moved into a second time', async () => {
    await expect(moveToPostgres(options())).rejects.toThrow(/has content already \(rows in admins, tokens, /);
  });

  it('comes back as it was, but for what PostgreSQL cannot hold', async () => {
    await moveToSqlite(options(back()));
    const withoutNul = JSON.parse(JSON.stringify(rowsIn(dataDir)).replaceAll('\\u0000', '\ufffd'));
    expect(JSON.parse(JSON.stringify(rowsIn(back())))).toEqual(withoutNul);
    const left = await readdir(join(back(), 'tmp'));
    expect(left).toEqual([]);
    await expect(moveToSqlite(options(back()))).rejects.toThrow('has a site already (content.sqlite, ');
  });

  it('gives no id a second time, on either side', async () => {
    for (const config of [{ DATA_DIR: back() }, { DATA_DIR: root, DATABASE_URL: database.url }]) {
      const databases = await openDatabases(config, log);
      const db = await databases.openContent();
      const next = { title: 'n', image: 'i', created_at: '', updated_at: '' };
      const { id } = await db.insertInto('categories').values(next).returning('id').executeTakeFirstOrThrow();
      expect(id).toBe(901);
      await databases.close();
    }
  });
});

describe('SESSION_SECRET, when a site is moved', () => {
  it('has to open the forms that wait', async () => {
    await expect(checkSecret(dataDir, ['another secret of thirty-two bytes'])).rejects.toThrow(
      'SESSION_SECRET: one form waits in ',
    );
    await expect(checkSecret(dataDir, ['a new one of thirty-two bytes or so', siteSecret])).resolves.toMatch(
      '',
    );
  });

  it('is compared with the one that the site made for itself', async () => {
    const file = join(dataDir, 'session-secret');
    await writeFile(file, `${'s'.repeat(64)}\n`);
    expect(await checkSecret(dataDir, [siteSecret])).toContain('have to sign in again');
    expect(await checkSecret(dataDir, [siteSecret, 's'.repeat(64)])).toContain('all admins stay signed in');
    await rm(file);
  });
});

describe('the command', () => {
  const script = join(import.meta.dirname, '../../../../scripts/studio.ts');
  function run(args: string[], environment: Record<string, string>) {
    return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...environment };
      execFile(process.execPath, [script, 'database', ...args], { env }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      );
    });
  }

  it('says what it would do, with the address as an argument or in DATABASE_URL', async () => {
    const secret = { SESSION_SECRET: siteSecret };
    const empty = await testDatabase();
    const given = await run(['move', empty.url, '--dry-run'], secret);
    expect(given.err).toBe('');
    expect(given.out).toMatch(
      /SESSION_SECRET must be the secret .*\n.*texts contain a NUL.*[\s\S]* blogs +5 [\s\S]*rows would be moved/,
    );
    const back = await run(['move', 'sqlite', '--dry-run'], { ...secret, DATABASE_URL: database.url });
    expect(back).toMatchObject({ code: 1, out: '' });
    expect(back.err).toContain('has a site already');
    const bare = await run(['move', 'postgres'], {});
    expect(bare.err).toContain('DATABASE_URL: must be set');
    await empty.drop();
  });
});
