import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataDir, openDataDir, unfinishedRestore } from '../../server/data-dir.ts';
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

/** The product as an operator starts it; resolves when it serves, or when it has ended. */
async function startServer() {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/main.ts')], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, SAMPLE_CONTENT: 'off', LOG_LEVEL: 'silent' },
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

it('a second process is refused, and told the folder and who holds it; a killed one holds nothing', {
  timeout: 60_000,
}, async () => {
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

it('a second product in the same process is refused too, and does no harm to the first', async () => {
  const app = await startTestApp({ DATA_DIR: folder });
  await expect(startTestApp({ DATA_DIR: folder })).rejects.toThrow(`is in use by process ${process.pid} `);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  await expect(startTestApp({ DATA_DIR: folder })).rejects.toThrow('is in use');
  await app.close({ keepData: true });
  const next = await startTestApp({ DATA_DIR: folder });
  await next.close({ keepData: true });
});

it('lets go when a start fails', async () => {
  await writeFile(join(folder, 'content.sqlite'), 'not a database. '.repeat(600));
  await expect(startTestApp({ DATA_DIR: folder })).rejects.toThrow('content.sqlite cannot be opened');
  const lock = await lockDataDir(folder);
  await lock.release();
  expect(await readdir(folder)).not.toContain('lock.pid');
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
    `Others on this machine can look into ${open} (mode 750); "chmod 700" closes it.`,
  ]);
  expect((await stat(join(open, 'lock.sqlite'))).mode & 0o777).toBe(0o600);
});

it('does not start on what a cut restore left', async () => {
  await writeFile(join(folder, unfinishedRestore), '');
  await expect(startTestApp({ DATA_DIR: folder })).rejects.toThrow(
    `A restore into ${folder} was cut off. Run it again with --force`,
  );
  await (await lockDataDir(folder)).release();
});
