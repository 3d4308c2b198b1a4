import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sealPasswords } from '../../../../server/bff/session/secrets.ts';
import { ConfigError } from '../../../../server/config.ts';
import { folderForEach } from '../../../support/temp-folder.ts';

let folder: string;
folderForEach((made) => (folder = made));

const passwords = (SESSION_SECRET?: string[], purpose: 'session' | 'device' = 'session') =>
  sealPasswords({ SESSION_SECRET, DATA_DIR: folder }, purpose);

it('an unset SESSION_SECRET is generated once, for its owner only, and read back', async () => {
  const first = await passwords();
  const path = join(folder, 'session-secret');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url')).toHaveLength(48);
  expect(await passwords()).toEqual(first);
  expect(await readdir(folder)).toEqual(['session-secret']);
});

it.each(['', 'A'.repeat(63), 'A'.repeat(65), '!'.repeat(64)])(
  'stops the start when the file with it is damaged (%j), and leaves it as it is',
  async (text) => {
    const path = join(folder, 'session-secret');
    await writeFile(path, text);
    const failure = await passwords().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(String(failure)).toContain(`the generated secret in ${path} is damaged`);
    expect(await readFile(path, 'utf8')).toBe(text);
  },
);

it('a set one writes no file, and gives one password each, in order, to each purpose its own', async () => {
  const secrets = ['a'.repeat(32), 'b'.repeat(32)];
  const made = await passwords(secrets);
  expect(await passwords(secrets.toReversed())).toEqual(made.toReversed());
  expect(new Set([...made, ...(await passwords(secrets, 'device'))]).size).toBe(4);
  expect(await readdir(folder)).toEqual([]);
});
