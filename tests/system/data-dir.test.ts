// @module-tag deep/process: starts products on one folder
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import promises, { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { assertReadable, lockDataDir, openDataDir, unfinishedRestore } from '../../server/data-dir.ts';
import { readContent } from '../../tools/archive/engine.ts';
import { writeBackup } from '../../tools/backup/write-backup.ts';
import { startTestApp } from '../support/start-test-app.ts';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-data-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Starts the product as an operator does; resolves when it serves, or when it has exited. */
async function startServer(dataDir = folder) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/main.ts')], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, SAMPLE_CONTENT: 'off', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = once(child, 'close');
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => undefined)]);
  return { child, ended, serves: line !== undefined, errors: () => errors };
}

it('a second process is refused, and told the folder and who holds it; a killed one holds nothing', async () => {
  const first = await startServer();
  expect(first.serves).toBe(true);
  const second = await startServer();
  expect(second.serves).toBe(false);
  expect(second.child.exitCode).toBe(1);
  expect(second.errors()).toContain(`${folder} is in use by process ${first.child.pid} on `);
  expect(second.errors()).not.toContain('    at ');

  first.child.kill('SIGKILL');
  await first.ended;
  expect((await startServer()).serves).toBe(true);
});

it('is closed to others when it is made, and says so when it is not', async () => {
  const warnings: string[] = [];
  const made = join(folder, 'new', 'data');
  await (await openDataDir(made, (text) => warnings.push(text))).release();
  expect((await stat(made)).mode & 0o777).toBe(0o700);
  expect(warnings).toEqual([]);
  const open = join(folder, 'open');
  await mkdir(open);
  await chmod(open, 0o750);
  await (await openDataDir(open, (text) => warnings.push(text))).release();
  expect(warnings).toEqual([
    `Other users of this machine can read ${open} (mode 750); fix this with "chmod 700".`,
  ]);
  expect((await stat(join(open, 'lock.sqlite'))).mode & 0o777).toBe(0o600);
});

it('does not start on what a cut restore left', async () => {
  await writeFile(join(folder, unfinishedRestore), '');
  await expect(startTestApp({ DATA_DIR: folder })).rejects.toThrow(
    `A restore into ${folder} was interrupted. Run it again with --force`,
  );
  await (await lockDataDir(folder)).release();
});

/** Returns the one line that a process prints which must refuse this folder. */
async function refusedOn(dataDir: string): Promise<string> {
  const { child, ended, errors } = await startServer(dataDir);
  await ended;
  expect(child.exitCode).toBe(1);
  expect(errors().trim().split('\n')).toHaveLength(1);
  return errors().trim();
}

it("another program's database, and one of a newer release, are told in one line and left alone", async () => {
  const file = join(folder, 'content.sqlite');
  const other = new DatabaseSync(file);
  other.exec('create table invoices (id integer)');
  other.close();
  expect(await refusedOn(folder)).toContain(
    'content.sqlite is not a database of this product: it has invoices',
  );
  await rm(file);
  await (await startTestApp({ DATA_DIR: folder })).close({ keepData: true });
  const newer = new DatabaseSync(file);
  newer.exec("insert into kysely_migration values ('9999-tomorrow', '2027-01-01T00:00:00.000Z')");
  newer.close();
  expect(await refusedOn(folder)).toContain(
    'changed by a newer release; this one does not know 9999-tomorrow',
  );
});

it('no file in the data folder can be read by others, the databases of older releases included', async () => {
  await writeFile(join(folder, 'bff.sqlite'), '');
  await chmod(join(folder, 'bff.sqlite'), 0o644);
  const app = await startTestApp({ DATA_DIR: folder });
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.map((path) => path.slice(folder.length + 1))).toEqual(
    expect.arrayContaining(['bff.sqlite', 'bff.sqlite-wal', 'content.sqlite', 'session-secret']),
  );
  for (const path of files) expect([path, (await stat(path)).mode & 0o077]).toEqual([path, 0]);
  await app.close({ keepData: true });
});

it('a folder that this user may not look into is not taken for an empty one', async () => {
  await assertReadable(folder);
  await assertReadable(join(folder, 'nowhere'));
  // Simulates another user, since root may read everything.
  const call = promises.access;
  const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  promises.access = async () => Promise.reject(refused);
  syncBuiltinESMExports();
  try {
    const words = `DATA_DIR: ${folder} may not be read by this user`;
    await expect(assertReadable(folder)).rejects.toThrow(words);
    const config = loadConfig({ DATA_DIR: folder });
    const log = pino({ level: 'silent' });
    const options = { config, madeBy: 'test', log };
    await expect(writeBackup(join(folder, 'x.tar.gz'), options)).rejects.toThrow(words);
    await expect(readContent(config, async () => {})).rejects.toThrow(words);
  } finally {
    promises.access = call;
    syncBuiltinESMExports();
  }
});
