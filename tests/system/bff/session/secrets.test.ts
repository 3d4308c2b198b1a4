// @module-tag deep/process: starts three processes
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { sealPasswords } from '../../../../server/bff/session/secrets.ts';

it('an unset SESSION_SECRET is agreed on by processes that start at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const generated = () => sealPasswords({ SESSION_SECRET: undefined, DATA_DIR: folder }, 'session');
  const source = resolve(import.meta.dirname, '../../../../server/bff/session/secrets.ts');
  const script = `
    const { sealPasswords } = await import(${JSON.stringify(source)});
    console.log((await sealPasswords({ DATA_DIR: ${JSON.stringify(folder)} }, 'session'))[0]);`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  const [outside, inside] = await Promise.all([
    Promise.all([run(), run(), run()]),
    Promise.all(Array.from({ length: 20 }, generated)),
  ]);
  const passwords = new Set([...outside.map(({ stdout }) => stdout.trim()), ...inside.flat()]);
  expect(passwords.size).toBe(1);
  expect(await readdir(folder)).toEqual(['session-secret']);
});
