// @module-tag deep/faults: starts on a full disk
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../../server/config.ts';
import { writeBackup } from '../../../tools/backup/write-backup.ts';
import { type FullDisk, fillDisk } from '../../support/full-disk.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp } from '../../support/start-test-app.ts';

const credentials = { email: 'admin@localhost', password: 'correct horse battery' };

let folder: string;
let disk: FullDisk | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-full-'));
});
afterEach(() => disk?.free());
afterAll(() => rm(folder, { recursive: true, force: true }));

const startIn = (name: string) =>
  startTestApp({ DATA_DIR: join(folder, name), ADMIN_PASSWORD: credentials.password });

test('a first start at any write of which the disk is full says so in one line, and the next one works', async () => {
  let refusals = 0;
  for (const taken of [0, 1, 2, 3, 5, 8, 13, 21, 34]) {
    disk = fillDisk(taken);
    const started = await startIn('first').catch((error: Error) => error);
    disk.free();
    if (!(started instanceof Error)) {
      await started.close({ keepData: true });
      continue;
    }
    refusals += 1;
    expect(String(started), `after ${taken} writes`).toMatch(
      /^(DataDirError: DATA_DIR: .* cannot be used: its disk is full|StartError: The database .*: .*(full|no space))/,
    );
  }
  expect(refusals).toBeGreaterThan(2);
  const app = await startIn('first');
  expect((await signIn(app, credentials)).cookie).not.toBe('');
  await app.close({ keepData: true });
});

test('a backup at any write of which the disk is full leaves nothing that could be taken for one', async () => {
  const out = join(folder, 'kept', 'site.tar.gz');
  const dataDir = join(folder, 'first');
  let refusals = 0;
  const options = {
    config: loadConfig({ DATA_DIR: dataDir }),
    madeBy: 'test',
    log: pino({ level: 'silent' }),
  };
  for (const taken of [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 1000]) {
    disk = fillDisk(taken);
    const written = await writeBackup(out, options).catch((error: Error) => error);
    disk.free();
    if (!(written instanceof Error)) break;
    refusals += 1;
    expect((written as NodeJS.ErrnoException).code ?? String(written)).toMatch(
      /ENOSPC|ERR_SQLITE_ERROR|full|space/,
    );
    expect(await readdir(join(folder, 'kept')).catch(() => [])).toEqual([]);
    expect(
      (await readdir(join(dataDir, 'tmp')).catch(() => [])).filter((name) => name.startsWith('backup-')),
    ).toEqual([]);
  }
  expect(refusals).toBeGreaterThan(2);
  expect(await readdir(join(folder, 'kept'))).toEqual(['site.tar.gz']);
});
