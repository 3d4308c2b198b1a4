// @module-tag deep/process: starts products on one folder
import promises, { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { expect, it } from 'vitest';
import { loadConfig } from '../../../server/config.ts';
import {
  assertReadable,
  lockDataDir,
  openDataDir,
  unfinishedRestore,
} from '../../../server/process/data-dir.ts';
import { readContent } from '../../../tools/archive/engine.ts';
import { writeBackup } from '../../../tools/backup/write-backup.ts';
import { startNode } from '../../support/child.ts';
import { startTestApp } from '../../support/start-test-app.ts';
import { folderForEach } from '../../support/temp-folder.ts';

let folder: string;

folderForEach((made) => (folder = made));

/** Starts the product as an operator does. */
const start = () =>
  startNode(join(import.meta.dirname, '../../../server/main.ts'), {
    ready: /The site is at (\S+)/,
    environment: { PORT: '0', DATA_DIR: folder, SAMPLE_CONTENT: 'off', LOG_LEVEL: 'silent' },
  });
/** Returns the one line that a process prints which must refuse the folder. */
async function refused() {
  const { message } = await start().then(
    () => new Error('It has started.'),
    (error: Error) => error,
  );
  const [, line = '', ...more] = message.trim().split('\n');
  expect(more).toEqual([]);
  return line;
}

it('a second process is refused, and told the folder and who holds it; a killed one holds nothing', async () => {
  const first = await start();
  expect(await refused()).toContain(`${folder} is in use by process ${first.pid} on `);
  await first.kill();
  await (await start()).kill();
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

it("another program's database, and one of a newer release, are told in one line and left alone", async () => {
  const file = join(folder, 'content.sqlite');
  const other = new DatabaseSync(file);
  other.exec('create table invoices (id integer)');
  other.close();
  expect(await refused()).toContain('content.sqlite is not a database of this product: it has invoices');
  await rm(file);
  await (await startTestApp({ DATA_DIR: folder })).close({ keepData: true });
  const newer = new DatabaseSync(file);
  newer.exec("insert into kysely_migration values ('9999-tomorrow', '2027-01-01T00:00:00.000Z')");
  newer.close();
  expect(await refused()).toContain('changed by a newer release; this one does not know 9999-tomorrow');
});

it('a damaged database is told with what helps', async () => {
  await (await startTestApp({ DATA_DIR: folder })).close({ keepData: true });
  const file = join(folder, 'bff.sqlite');
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0xff, 100, 8_192));
  expect(await refused()).toContain('cannot be used: a database in it is damaged; restore a backup.');
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
