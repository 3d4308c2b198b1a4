// @module-tag deep/process: backs up and restores whole sites, while they are written to
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../server/config.ts';
import { openDatabases } from '../../../../server/database/databases.ts';
import { neverKept, ownTables, readFiles, readPostgres } from '../../../../tools/archive/database.ts';
import { lineOf } from '../../../../tools/archive/format.ts';
import { restoreBackup } from '../../../../tools/backup/restore-backup.ts';
import { writeBackup } from '../../../../tools/backup/write-backup.ts';
import { engineProblems, filesUnder } from '../../../support/engine/engine-data.ts';
import { blogEditForm, blogForm } from '../../../support/forms.ts';
import { type TestDatabase, testBucket, testDatabase } from '../../../support/shared-servers.ts';
import { signIn } from '../../../support/sign-in.ts';
import { startTestApp } from '../../../support/start-test-app.ts';
import { studio } from '../../../support/studio-command.ts';
import { folderForAll } from '../../../support/temp-folder.ts';
import { fillSite } from './support/full-site.ts';

const log = pino({ level: 'silent' });
const picture = 'media/2026/0123456789abcdef0123456789abcdef.png';
const cv = `private/cv/${'0123456789abcdef'.repeat(2)}.pdf`;
let folder: string;
const at = (...names: string[]) => join(folder, ...names);

folderForAll((made) => (folder = made));
beforeAll(async () => {
  await mkdir(at('site/media/2026'), { recursive: true });
  await mkdir(at('site/private/cv'), { recursive: true });
  await writeFile(at('site', picture), 'a picture');
  await writeFile(at('site', cv), '%PDF-1.4');
  await writeFile(at('site/media/stranger.txt'), 'not ours');
  await writeFile(at('site/site.json'), '{"brand":{"logo":"logo.svg"}}');
  await writeFile(at('site/logo.svg'), '<svg/>');
  await fillSite(at('site'));
});

type Settings = Record<string, string>;
const configOf = (name: string, settings: Settings = {}) => loadConfig({ DATA_DIR: at(name), ...settings });
const backup = (name: string, out: string, settings?: Settings, bucket = false) =>
  writeBackup(at(out), { config: configOf(name, settings), madeBy: 'test', log, bucket });
const restore = (out: string, name: string, settings?: Settings, force = false) =>
  restoreBackup(at(out), { config: configOf(name, settings), force, log });

async function command(name: string, words: string[], settings: Settings) {
  const { code, out, err } = await studio([name, ...words], settings);
  return { code, said: out + err };
}

/** Returns every row of a site by table, as sorted lines, and the highest id that each table has given. */
async function rowsOf(name: string, url?: string, without = neverKept) {
  const client = url ? new pg.Client(url) : undefined;
  await client?.connect();
  await client?.query('begin');
  client?.setTypeParser(20, Number);
  const source = client ? readPostgres(client, await ownTables(log)) : await readFiles(at(name));
  const found: Record<string, unknown> = {};
  for (const table of (await source.names()).filter((each) => !without.includes(each)).sort()) {
    const lines: string[] = [];
    for await (const row of source.rows(table))
      lines.push(
        lineOf(Object.fromEntries(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))),
      );
    found[table] = { lines: lines.sort(), last: await source.lastId(table) };
  }
  await source.close();
  await client?.end();
  return found;
}

const withoutNul = (rows: object) => JSON.parse(JSON.stringify(rows).replaceAll('\\\\u0000', '\ufffd'));

it('a site comes back row for row and file for file, without sessions; what is there is refused, or moved aside', async () => {
  const { manifest, strangers, waiting } = await backup('site', 'one.tar.gz');
  expect(strangers).toEqual(['media/stranger.txt']);
  // One of them is in the table of the release before.
  expect(waiting).toBe(2);
  expect((await stat(at('one.tar.gz'))).mode & 0o777).toBe(0o600);
  expect(Object.keys(manifest.tables).filter((table) => neverKept.includes(table))).toEqual([]);
  expect(Object.values(manifest.tables).filter(({ rows }) => rows === 0)).toEqual([]);
  await expect(backup('site', 'one.tar.gz')).rejects.toThrow('already exists');
  expect(await restore('one.tar.gz', 'back')).toMatchObject({ moved: [], waiting: 2 });
  expect(await rowsOf('back')).toEqual(await rowsOf('site'));
  for (const path of [picture, cv, 'site.json', 'logo.svg'])
    expect(await readFile(at('back', path), 'utf8')).toBe(await readFile(at('site', path), 'utf8'));
  expect(await readdir(at('back/tmp'))).toEqual([]);

  await writeFile(at('back/session-secret'), 's');
  await writeFile(at('back/site.json'), '{}');
  await expect(restore('one.tar.gz', 'back')).rejects.toThrow('is not empty (content.sqlite');
  const look = await command('restore', [at('one.tar.gz'), '--force', '--dry-run', '--json'], {
    DATA_DIR: at('back'),
  });
  expect(JSON.parse(look.said)).toMatchObject({
    dryRun: true,
    moved: expect.arrayContaining(['media', 'site.json']),
  });
  const { aside = '' } = await restore('one.tar.gz', 'back', {}, true);
  expect((await readdir(aside)).sort()).toEqual(
    [
      'bff.sqlite',
      'content.sqlite',
      'intake.sqlite',
      'media',
      'private',
      'session-secret',
      'site.json',
    ].sort(),
  );
  // Search and counts work, and no id is given twice.
  const databases = await openDatabases(configOf('back'), log);
  const db = await databases.openContent();
  const next = { title: 'n', image: 'i', created_at: '', updated_at: '' };
  expect(await db.insertInto('categories').values(next).returning('id').executeTakeFirst()).toEqual({
    id: 901,
  });
  await db.updateTable('messages').set({ status: 'read' }).execute();
  expect(await db.selectFrom('message_counts').select('status').distinct().execute()).toEqual([
    { status: 'read' },
  ]);
  await databases.close();
});

it('while posts are written and images replaced, it holds one moment: every row has its file', async () => {
  const admin = { email: 'admin@localhost', password: 'a long enough password' };
  const app = await startTestApp({ ADMIN_PASSWORD: admin.password, DATA_DIR: at('busy') });
  const { read } = (await signIn(app, admin)).agent;
  const save = async () => read('saveBlog', await blogForm());
  let [going, changes] = [true, 0];
  const writers = [await save(), await save(), await save(), await save()].map(async ({ id }) => {
    for (; going; changes += 1) {
      await read('editBlog', await blogEditForm(id));
      await save();
    }
  });
  const before = changes;
  expect(await command('backup', ['--out', at('busy.tar.gz')], { DATA_DIR: at('busy') })).toMatchObject({
    code: 0,
  });
  expect(changes).toBeGreaterThan(before);
  expect((await command('restore', [at('busy.tar.gz'), '--force'], { DATA_DIR: at('busy') })).said).toContain(
    'is in use by',
  );
  going = false;
  await Promise.all(writers);
  await app.close({ keepData: true });
  await restore('busy.tar.gz', 'quiet');
  // A start removes the files that a change had only listed at that moment.
  await (await startTestApp({ DATA_DIR: at('quiet') })).close({ keepData: true });
  expect(engineProblems(at('quiet'))).toEqual([]);
  expect(filesUnder(at('quiet/media')).length).toBeGreaterThan(3);
});

it('into a folder: the newest stay, nothing else is deleted, and a folder that is missing or inside is refused', async () => {
  const settings = { DATA_DIR: at('site') };
  const to = (...words: string[]) => command('backup', ['--to', ...words], settings);
  expect((await to(at('nowhere'))).said).toContain('does not exist: mount its disk');
  expect((await to(at('site/media'))).said).toContain('is lost together with the data');
  expect(JSON.parse(await readFile(at('site/last-backup.json'), 'utf8')).failed.problem).toContain(
    'is lost together',
  );
  await mkdir(at('kept'));
  const names = ['site-2026-01-01T00-00-00Z.tar.gz', 'site-2026-01-02T00-00-00Z.tar.gz'];
  const left = 'site-2026-01-03T00-00-00Z.tar.gz.part';
  for (const name of [...names, left, 'other.tar.gz']) await writeFile(at('kept', name), '');
  await utimes(at('kept', left), 0, 0);
  const look = await to(at('kept'), '--keep', '2', '--dry-run');
  expect(look).toMatchObject({
    code: 0,
    said: expect.stringContaining(`Would be deleted: ${at('kept', names[0] ?? '')}`),
  });
  expect(await to(at('kept'), '--keep', '2')).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 older deleted, 2 kept'),
  });
  const there = await readdir(at('kept'));
  expect(there).toHaveLength(3);
  expect(there).toEqual(expect.arrayContaining([names[1], 'other.tar.gz']));
  expect(await command('backup', [], settings)).toMatchObject({ code: 0 });
  expect(await readdir(at('site/backups'))).toEqual([expect.stringMatching(/^site-.*Z\.tar\.gz$/)]);
  expect(await command('backup', [], { DATA_DIR: at('empty') })).toMatchObject({ code: 1 });
  expect(existsSync(at('empty'))).toBe(false);
});

it('the copy from before a migration goes back into its place, and says which rows are newer', async () => {
  await restore('one.tar.gz', 'updated');
  const database = new DatabaseSync(at('updated/content.sqlite'));
  database.prepare('vacuum into ?').run(at('copy.sqlite'));
  database.exec(
    "update blogs set blog_title = 'Changed' where id = (select min(id) from blogs); create table newer (id integer)",
  );
  database.exec("insert into saved_answers (title, text, created_at, updated_at) values ('t', 't', '', '')");
  database.close();
  const settings = { DATA_DIR: at('updated') };
  const look = await command('restore', [at('copy.sqlite'), '--dry-run', '--json'], settings);
  expect(JSON.parse(look.said)).toMatchObject({ lost: { blogs: 1, saved_answers: 1 }, aside: null });
  expect((await command('restore', [at('copy.sqlite'), '--check'], settings)).said).toContain(
    'is a copy of SQLite. Look at it with --dry-run',
  );
  expect((await command('restore', [at('copy.sqlite')], settings)).said).toContain(
    'newer than the copy: blogs 1, saved_answers 1',
  );
  expect(await command('restore', [at('copy.sqlite'), '--force'], settings)).toMatchObject({ code: 0 });
  expect(await rowsOf('updated')).toEqual(await rowsOf('site'));
  await writeFile(
    at('broken.sqlite'),
    Buffer.concat([await readFile(at('copy.sqlite')).then((all) => all.subarray(0, 8192))]),
  );
  expect(await command('restore', [at('broken.sqlite'), '--force'], settings)).toMatchObject({ code: 1 });
});

describe('with PostgreSQL', { tags: ['deep/postgres'] }, () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await testDatabase();
    client = new pg.Client(database.url);
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });
  const settings = () => database.environment;

  it('a backup of SQLite is restored into it and back, row for row but for a NUL', async () => {
    const into = await restore('one.tar.gz', 'pg', settings());
    expect(into).toMatchObject({ waiting: 2, schema: undefined });
    expect(into.replaced).toBeGreaterThan(5);
    const rows = await rowsOf('site');
    expect(await rowsOf('', database.url)).toEqual(withoutNul(rows));
    expect(await readFile(at('pg', cv), 'utf8')).toBe('%PDF-1.4');
    await backup('pg', 'pg.tar.gz', settings());
    await restore('pg.tar.gz', 'files');
    expect(await rowsOf('files')).toEqual(withoutNul(rows));
  });

  it('refuses what has content or is in use, and sets it aside whole with --force, also after an error', async () => {
    await expect(restore('one.tar.gz', 'pg2', settings())).rejects.toThrow(
      'The database has content (rows in ',
    );
    const running = await openDatabases(configOf('pg2', settings()), log);
    await expect(restore('one.tar.gz', 'pg2', settings(), true)).rejects.toThrow(
      'in use by a process of the site',
    );
    await running.close();
    const before = await rowsOf('', database.url);
    await restore('one.tar.gz', 'strange');
    const strange = new DatabaseSync(at('strange/content.sqlite'));
    strange.exec('create table unheard_of (id integer)');
    strange.close();
    await backup('strange', 'strange.tar.gz');
    await expect(restore('strange.tar.gz', 'pg2', settings(), true)).rejects.toThrow(
      'does not know: unheard_of',
    );
    expect(await rowsOf('', database.url)).toEqual(before);
    const marker = at('pg2/restore-unfinished');
    expect(existsSync(marker)).toBe(false);
    await client.query("update messages set status = 'read'; update messages set status = 'new'");
    // Left by a killed restore; the next one drops it.
    await client.query('create schema before_restore_1; create table before_restore_1.blogs (id int)');
    // Somebody who reads holds up the move of the tables: no server may start until the restore has ended.
    await client.query('begin; select from blogs');
    const restoring = restore('one.tar.gz', 'pg2', settings(), true);
    await expect.poll(() => existsSync(marker), { timeout: 60_000 }).toBe(true);
    await client.query('rollback');
    const { schema } = await restoring;
    expect(existsSync(marker)).toBe(false);
    expect(schema).toMatch(/^before_restore_\d{14}$/);
    expect((await client.query(`select 1 from ${schema}.blogs`)).rowCount).toBe(5);
    expect(await rowsOf('', database.url)).toEqual(before);
  });

  it('takes the files of a bucket with --bucket, and puts them into the bucket', async () => {
    const bucket = await testBucket();
    const keys = bucket.environment;
    expect(await restore('one.tar.gz', 'bucketed', keys)).toMatchObject({ moved: [] });
    expect(existsSync(at('bucketed/media'))).toBe(false);
    const { manifest } = await backup('bucketed', 'bucket.tar.gz', keys, true);
    expect(manifest.files.map(({ path }) => path)).toEqual(expect.arrayContaining([picture, cv]));
    await bucket.drop();
  });
});
