// @module-tag deep/faults: starts on a full disk
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../server/config.ts';
import { writeBackup } from '../../../tools/backup/write-backup.ts';
import { image } from '../../support/files.ts';
import { type FullDisk, fillDisk } from '../../support/full-disk.ts';
import { signIn } from '../../support/sign-in.ts';
import { startTestApp } from '../../support/start-test-app.ts';

const credentials = { email: 'admin@localhost', password: 'correct horse battery' };

/** Commands of the system, if it has them. */
const tools = { mount: 'mount', unmount: 'umount' };

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

/** Mounts a small separate file system; returns false without the right to do so, as in most containers. */
function mount(at: string, ...options: string[]): boolean {
  try {
    execFileSync(tools.mount, ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('a real disk of 8 MB', () => {
  test('that fills up and is cleared, and then is read-only', async (context) => {
    const small = join(folder, 'small');
    await mkdir(small);
    if (!mount(small, 'size=8m')) context.skip('mounting is refused here');
    try {
      const app = await startIn('small/data');
      const { agent } = await signIn(app, credentials);
      const picture = await image('png', 900, 500);
      const save = () =>
        agent
          .post('/api/saveBlog')
          .field({ blog_title: 'T', is_active: '1', description: `<p>${'x'.repeat(60_000)}</p>` })
          .attach('blog_image', picture, 'p.png');
      const { bavail, bsize } = await statfs(small);
      await writeFile(join(small, 'ballast'), Buffer.alloc(bavail * bsize - 8 * bsize)).catch(() => {});
      let saved = 0;
      let status = (await save()).status;
      for (; status === 200 && saved < 100; status = (await save()).status) saved += 1;
      expect(status).toBe(507);
      expect((await fetch(`${app.url}/api/activeBlogs`)).status).toBe(200);
      expect((await agent.get('/api/blogs')).body.data.total).toBe(saved);
      await rm(join(small, 'ballast'));
      expect((await save()).status).toBe(200);
      await app.close({ keepData: true });
      execFileSync(tools.mount, ['-o', 'remount,ro', small]);
      await expect(startIn('small/data')).rejects.toThrow(/read-only|no permission to write/);
    } finally {
      execFileSync(tools.unmount, ['-l', small]);
    }
  });
});
