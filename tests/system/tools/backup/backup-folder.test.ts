// @module-tag deep/process: runs the backup and restore commands as an operator does
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupReader, backupState, lastBackup, recordBackup } from '../../../../server/last-backup.ts';
import { backupInto } from '../../../../tools/backup/backup-folder.ts';
import { checkBackup, restoreBackup } from '../../../../tools/backup/restore-backup.ts';
import { fullDiskText } from '../../../../tools/full-disk.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const day = 86_400_000;
const noon = Date.parse('2026-11-22T12:00:00Z');
let folder: string;
let dataDir: string;
let to: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-kept-'));
  dataDir = join(folder, 'data');
  to = join(folder, 'kept');
  await mkdir(dataDir, { mode: 0o700 });
  await mkdir(to);
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Creates the data of a site in front of an API host: no content database. */
async function fillInFrontOfHost(): Promise<void> {
  for (const [name, table] of [
    ['bff.sqlite', 'revoked_sessions'],
    ['intake.sqlite', 'waiting'],
  ] as const) {
    const database = new DatabaseSync(join(dataDir, name));
    database.exec(
      `pragma journal_mode = wal; create table ${table} (id text); insert into ${table} values ('a')`,
    );
    database.close();
  }
  await writeFile(
    join(dataDir, 'site.json'),
    '{"name":"Studio","brand":{"logo":"logo.svg","picture":"wall.webp"}}',
  );
  await writeFile(join(dataDir, 'logo.svg'), '<svg/>');
  await writeFile(join(dataDir, 'draft.svg'), 'named by nobody');
  await writeFile(join(dataDir, 'session-secret'), 'never in a backup');
}

async function command(...words: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  return run(process.execPath, [join(root, 'scripts/studio.ts'), 'backup', ...words], {
    cwd: folder,
    env,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error) => ({ code: Number(error.code), stdout: String(error.stdout), stderr: String(error.stderr) }),
  );
}

it('keeps the newest, deletes only what has a name of its own, and says one line', async () => {
  await fillInFrontOfHost();
  const old = ['2026-01-01T03-10-00Z', '2026-01-02T03-10-00Z', '2026-01-03T03-10-00Z'].map(
    (time) => `site-${time}.tar.gz`,
  );
  const others = [
    'site-2026-01-01.tar.gz',
    'site-2026-01-01T03-10-00Z.tar.gz.asc',
    'holiday.jpg',
    'site-old.tar.gz',
  ];
  for (const name of [...old, ...others]) await writeFile(join(to, name), 'x');
  const [killed, running] = [
    'site-2026-01-05T03-10-00Z.tar.gz.part',
    'site-2026-01-06T03-10-00Z.tar.gz.part',
  ];
  for (const name of [killed, running]) await writeFile(join(to, name), 'x');
  await utimes(join(to, killed), 0, 0);
  await mkdir(join(to, 'site-2025-01-01T03-10-00Z.tar.gz'));

  const { code, stdout, stderr } = await command('--to', to, '--keep', '2');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^\S+\/kept\/site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz: 4 files, [\d.]+ (KB|bytes), verified; 2 older deleted, 2 kept\n$/,
  );
  const file = stdout.slice(0, stdout.indexOf(': '));
  const left = [...others, old[2], running, 'site-2025-01-01T03-10-00Z.tar.gz', file.slice(to.length + 1)];
  expect((await readdir(to)).sort()).toEqual(left.sort());
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await lastBackup(dataDir)).toEqual({
    good: { at: expect.any(String), path: file, size: (await stat(file)).size },
    failed: null,
  });
  expect((await stat(join(dataDir, 'last-backup.json'))).mode & 0o777).toBe(0o600);
  expect((await readdir(dataDir)).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
});

it('deletes nothing without a number, and never the one it has just written, whatever the clock says', async () => {
  await fillInFrontOfHost();
  const first = await backupInto(dataDir, to, { app: '1', now: noon });
  const second = await backupInto(dataDir, to, { app: '1', now: noon + day });
  expect(second).toMatchObject({ deleted: [], kept: 2 });
  const early = await backupInto(dataDir, to, { app: '1', now: noon - 400 * day, keep: 1 });
  expect(early.deleted).toHaveLength(2);
  expect(existsSync(first.file)).toBe(false);
  expect(await readdir(to)).toEqual(['site-2025-10-18T12-00-00Z.tar.gz']);
  await checkBackup(early.file);
});

it('a backup that fails deletes none, has no file, and is written down beside the last good one', async () => {
  await fillInFrontOfHost();
  expect((await command('--to', to)).code).toBe(0);
  const { good } = await lastBackup(dataDir);
  // Half of the file is overwritten: its header is still that of a database, so the damage shows only when the copy
  // is read back.
  const path = join(dataDir, 'bff.sqlite');
  await writeFile(path, (await readFile(path)).fill(0x5a, 4096));
  const failed = await command('--to', to, '--keep', '1');
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).not.toContain('    at ');
  expect(await readdir(to)).toEqual([good?.path.slice(to.length + 1)]);
  const record = await lastBackup(dataDir);
  expect(record.good).toEqual(good);
  expect(record.failed?.problem).toBe(failed.stderr.trim());
});

it('refuses a folder inside the data folder, also by another name, and words that mean nothing', async () => {
  await fillInFrontOfHost();
  await symlink(dataDir, join(folder, 'elsewhere'));
  for (const inside of [dataDir, join(dataDir, 'kept'), join(folder, 'elsewhere', 'kept')])
    await expect(backupInto(dataDir, inside, { app: '1' }), inside).rejects.toThrow('is inside');
  const bad = [
    ['--keep', '3'],
    ['--to', to, '--keep', '0'],
    ['--to', to, '--out', 'x'],
    ['--to', ''],
  ];
  for (const words of bad) expect((await command(...words)).code, words.join(' ')).toBe(1);
  expect(await readdir(to)).toEqual([]);
});

it('refuses a folder that is not there: the disk that it is on may not be mounted', async () => {
  await fillInFrontOfHost();
  const away = join(folder, 'not', 'mounted');
  expect(await command('--to', away, '--keep', '3')).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: `${away} does not exist: mount its disk, or create it ("mkdir -p", mode 0700). Nothing was written.\n`,
  });
  expect(existsSync(join(folder, 'not'))).toBe(false);
  expect((await lastBackup(dataDir)).failed?.problem).toContain('does not exist');
});

it('a full disk is told with the folder that has no room, and what to do', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const text = await fullDiskText(full, [join(folder, 'nowhere'), folder], 'Nothing was written.');
  expect(text).toMatch(/^The disk of \S*studio-kept-\w+ is full or read-only, with .* left \(ENOSPC/);
  expect(text).toMatch(/Free some space\. Nothing was written\.$/);
  expect(await fullDiskText(new Error('x'), [folder], '')).toBeUndefined();
});

it('in front of an API host it holds the queue, ended sessions, site.json and its pictures; a restore puts them back', async () => {
  await fillInFrontOfHost();
  const { file, manifest } = await backupInto(dataDir, to, { app: '1' });
  expect(manifest.files.map(({ path }) => path)).toEqual([
    'bff.sqlite',
    'intake.sqlite',
    'site.json',
    'logo.svg',
  ]);
  const target = join(folder, 'new');
  expect(await restoreBackup(file, target, false)).toMatchObject({ moved: [] });
  expect(await readFile(join(target, 'logo.svg'), 'utf8')).toBe('<svg/>');
  const queue = new DatabaseSync(join(target, 'intake.sqlite'));
  expect(queue.prepare('select id from waiting').get()).toEqual({ id: 'a' });
  queue.close();
  expect(existsSync(join(target, 'session-secret'))).toBe(false);
});

it('says whose secret opens the forms that wait, since no backup has it', async () => {
  const queue = new DatabaseSync(join(dataDir, 'intake.sqlite'));
  queue.exec(
    "create table items (state text); insert into items values ('waiting'), ('aside'), ('delivered')",
  );
  queue.close();
  const { code, stderr } = await command('--to', to);
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^2 forms wait in the queue, and only .*session-secret decrypts them/),
  ]);
  const { file } = await backupInto(dataDir, to, { app: '1', now: noon });
  expect(await restoreBackup(file, join(folder, 'new'), false)).toMatchObject({ waiting: 2 });
});

it('a site.json that says something else is not replaced without --force, and then lies aside', async () => {
  await fillInFrontOfHost();
  const { file } = await backupInto(dataDir, to, { app: '1' });
  const target = join(folder, 'new');
  await mkdir(target);
  const newer = '{"name":"Studio, renamed"}';
  await writeFile(join(target, 'site.json'), newer);
  await expect(restoreBackup(file, target, false)).rejects.toThrow('is not empty (site.json)');
  expect(await readFile(join(target, 'site.json'), 'utf8')).toBe(newer);
  const { aside = '', moved } = await restoreBackup(file, target, true);
  expect(moved).toEqual(['site.json']);
  expect(await readFile(join(aside, 'site.json'), 'utf8')).toBe(newer);
  expect(await readFile(join(target, 'site.json'), 'utf8')).toContain('"Studio"');
});

it('the same site.json is no reason to refuse, and one stays that the backup does not have', async () => {
  await fillInFrontOfHost();
  const { file } = await backupInto(dataDir, to, { app: '1', now: noon });
  const target = join(folder, 'new');
  await mkdir(target);
  await writeFile(join(target, 'site.json'), await readFile(join(dataDir, 'site.json')));
  expect(await restoreBackup(file, target, false)).toMatchObject({ moved: [] });

  await rm(join(dataDir, 'site.json'));
  const without = await backupInto(dataDir, to, { app: '1', now: noon + day });
  await restoreBackup(without.file, target, true);
  expect(existsSync(join(target, 'site.json'))).toBe(true);
});

it('a site.json that is half edited is kept as it is', async () => {
  await writeFile(join(dataDir, 'site.json'), '{"name": "Stud');
  const { file } = await backupInto(dataDir, to, { app: '1' });
  await restoreBackup(file, join(folder, 'new'), false);
  expect(await readFile(join(folder, 'new', 'site.json'), 'utf8')).toBe('{"name": "Stud');
});

it('admins are warned after two days, after an attempt that failed, and where there never was a backup, two days after the folder was made', async () => {
  expect(await backupState(dataDir)).toBeNull();
  await writeFile(join(dataDir, 'site.json'), '{}');
  expect(await backupState(dataDir)).toEqual({ last_at: null, is_old: false });
  expect(await backupState(dataDir, Date.now() + 2.1 * day)).toEqual({ last_at: null, is_old: true });

  await recordBackup(dataDir, { path: '/b/site.tar.gz', size: 7 }, noon);
  const last_at = '2026-11-22T12:00:00.000Z';
  expect(await backupState(dataDir, noon + 2 * day)).toEqual({ last_at, is_old: false });
  expect(await backupState(dataDir, noon + 2 * day + 1)).toEqual({ last_at, is_old: true });
  expect(await backupState(dataDir, noon - 365 * day)).toEqual({ last_at, is_old: true });
  await recordBackup(dataDir, { problem: 'no room' }, noon + day);
  expect(await backupState(dataDir, noon + day)).toEqual({ last_at, is_old: true });

  await writeFile(join(dataDir, 'last-backup.json'), '{"good":');
  expect(await lastBackup(dataDir)).toEqual({ good: null, failed: null });
});

it('with a shared database its record counts and not the folder; without a record nobody is warned', async () => {
  await writeFile(join(dataDir, 'site.json'), '{}');
  await recordBackup(dataDir, { path: '/b/site.tar.gz', size: 7 }, noon - 9 * day);
  const at = (time: number) => new Date(time).toISOString();
  const read = (record: unknown) =>
    backupReader(dataDir, async () => (record === undefined ? undefined : JSON.stringify(record)))();
  expect(await read(undefined)).toBeNull();
  const good = (time: number) => ({ good: { at: at(time), path: '/b', size: 7 }, failed: null });
  const now = Date.now();
  expect(await read(good(now))).toEqual({ last_at: at(now), is_old: false });
  expect(await read(good(now - 3 * day))).toEqual({ last_at: at(now - 3 * day), is_old: true });
  const failed = { at: at(now), problem: 'no room' };
  expect(await read({ good: null, failed })).toEqual({ last_at: null, is_old: true });
});
