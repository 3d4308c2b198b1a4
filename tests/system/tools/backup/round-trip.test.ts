// @module-tag deep/process: backs up and restores whole sites, hash for hash
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Blog } from '#shared/schemas/blog.ts';
import { image } from '../../../support/files.ts';
import { signIn } from '../../../support/sign-in.ts';
import { startTestApp } from '../../../support/start-test-app.ts';
import { admin, adminOf, environment, replaceImage, savePost, siteHashes } from './support/site.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
let folder: string;
let dataDir: string;
let out: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-backup-'));
  dataDir = join(folder, 'data');
  out = join(folder, 'kept', 'site.tar.gz');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command as an operator does; returns its exit code and output. */
async function command(name: 'backup' | 'restore', ...words: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const script = join(root, 'scripts/studio.ts');
  return run(process.execPath, [script, name, ...words], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error) => ({ code: Number(error.code), said: `${error.stdout}${error.stderr}` }),
  );
}

it('backup, wipe, restore gives back the same site, hash for hash', async () => {
  const cv = `private/cv/${'0123456789abcdef'.repeat(2)}.pdf`;
  // The fixed secret makes the cookie valid after the restore, so only the engine can end the session.
  const fixed = { ...environment, SESSION_SECRET: 'x'.repeat(32), DATA_DIR: dataDir };
  const app = await startTestApp(fixed);
  const { agent, cookie } = await signIn(app, admin);
  for (let index = 0; index < 12; index += 1)
    await savePost(agent, `Post ${index}`, await image('png', 30 + index, 30));
  await mkdir(join(dataDir, 'private/cv'), { recursive: true });
  await writeFile(join(dataDir, cv), '%PDF-1.4');
  await writeFile(join(dataDir, 'media', 'stranger.txt'), 'not ours');
  const before = await siteHashes(app.url);
  expect(Object.keys(before).length).toBe(2 + 12 + 12);

  const backup = await command('backup', '--out', out);
  expect(backup).toMatchObject({ code: 0, said: expect.stringContaining(`${out}: 16 files`) });
  expect(backup.said).toContain('Left out, because it does not belong to the product: media/stranger.txt');
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  expect((await command('backup', '--out', out)).said).toContain('already exists');
  expect((await readdir(join(dataDir, 'tmp'))).filter((name) => name.startsWith('backup-'))).toEqual([]);
  expect((await command('restore', out, '--force')).said).toContain('is in use by process');
  await app.close({ keepData: true });

  await rm(dataDir, { recursive: true });
  expect(await command('restore', '--check', out)).toMatchObject({ code: 0 });
  expect(existsSync(dataDir)).toBe(false);
  expect(await command('restore', out)).toMatchObject({ code: 0 });
  expect(String(await readFile(join(dataDir, cv)))).toBe('%PDF-1.4');
  const restored = await startTestApp(fixed);
  expect(await siteHashes(restored.url)).toEqual(before);
  expect((await fetch(`${restored.url}/api/blogs?page=1`, { headers: { cookie } })).status).toBe(401);
  await savePost(await adminOf(restored), 'After', await image('png'));
  await restored.close({ keepData: true });
});

it('data that are there are refused without --force, and moved aside with it', async () => {
  const app = await startTestApp({ ...environment, DATA_DIR: dataDir });
  const agent = await adminOf(app);
  await savePost(agent, 'Kept', await image('png'));
  const before = await siteHashes(app.url);
  await command('backup', '--out', out);
  const late = await savePost(agent, 'Later', await image('png'));
  await app.close({ keepData: true });

  const refused = await command('restore', out);
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(`${dataDir} is not empty (`) });
  const forced = await command('restore', out, '--force');
  expect(forced.code).toBe(0);
  const aside = /is in (\S+);/.exec(forced.said)?.[1] ?? '';
  expect(existsSync(join(aside, 'media', late.blog_image?.slice('/storage/'.length) ?? ''))).toBe(true);
  expect(existsSync(join(aside, 'session-secret'))).toBe(true);
  expect(existsSync(join(dataDir, 'session-secret'))).toBe(false);
  const old = new DatabaseSync(join(aside, 'content.sqlite'));
  expect(old.prepare('select count(*) as posts from blogs').get()).toEqual({ posts: 2 });
  old.close();
  const restored = await startTestApp({ ...environment, DATA_DIR: dataDir });
  expect(await siteHashes(restored.url)).toEqual(before);
  await restored.close({ keepData: true });
});

it('while posts are written and images replaced, it holds one moment: every row has its file', {
  timeout: 90_000,
}, async () => {
  const picture = await image('png', 200, 200);
  const app = await startTestApp({ ...environment, DATA_DIR: dataDir });
  const agent = await adminOf(app);
  const saved: Blog[] = [];
  for (let index = 0; index < 6; index += 1) saved.push(await savePost(agent, `First ${index}`, picture));
  let going = true;
  let changes = 0;
  const write = async (post: Blog) => {
    while (going) {
      await replaceImage(agent, post, picture);
      await savePost(agent, 'More', picture);
      changes += 1;
    }
  };
  const writers = saved.slice(0, 4).map(write);
  const backups = [1, 2, 3].map((number) => join(folder, `${number}.tar.gz`));
  for (const file of backups) {
    const before = changes;
    expect((await command('backup', '--out', file)).said).toContain(' files, ');
    expect(changes).toBeGreaterThan(before);
  }
  going = false;
  await Promise.all(writers);
  await app.close({ keepData: true });

  for (const file of backups) {
    await rm(dataDir, { recursive: true });
    expect(await command('restore', file)).toMatchObject({ code: 0 });
    const restored = await startTestApp({ ...environment, DATA_DIR: dataDir });
    // Every image of every list is requested here: a missing one is a 404.
    const paths = Object.keys(await siteHashes(restored.url));
    for (const post of saved) expect(paths).toContain(`/api/singlePost/${post.id}`);
    const served = paths.filter((path) => path.startsWith('/storage/')).map((path) => path.slice(9));
    const stored = (await readdir(join(dataDir, 'media'), { recursive: true })).filter((name) =>
      name.includes('.'),
    );
    expect(stored.sort()).toEqual(served.sort());
    await restored.close({ keepData: true });
  }
});

it('says what is wrong when there is nothing to back up, or no file is named', async () => {
  expect(await command('backup')).toMatchObject({
    code: 1,
    said: expect.stringContaining('there is nothing to back up'),
  });
  expect(existsSync(dataDir)).toBe(false);
  expect(await command('restore')).toMatchObject({
    code: 2,
    said: expect.stringContaining('npm run studio -- restore'),
  });
  expect(await command('restore', join(folder, 'none.tar.gz'))).toMatchObject({ code: 1 });
});
