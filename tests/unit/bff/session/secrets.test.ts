import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sealPasswords } from '../../../../server/bff/session/secrets.ts';
import { ConfigError } from '../../../../server/config.ts';
import { folderForEach } from '../../../support/temp-folder.ts';

let folder: string;
folderForEach((made) => (folder = made));

const generated = () => sealPasswords({ SESSION_SECRET: undefined, DATA_DIR: folder }, 'session');

describe('an unset SESSION_SECRET', () => {
  it('is generated once, for its owner only, and read back', async () => {
    const first = await generated();
    const path = join(folder, 'session-secret');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url')).toHaveLength(48);
    expect(await generated()).toEqual(first);
    expect(await readdir(folder)).toEqual(['session-secret']);
  });

  it.each([
    ['empty', ''],
    ['cut', 'A'.repeat(63)],
    ['overgrown', 'A'.repeat(65)],
    ['of other characters', '!'.repeat(64)],
  ])('stops the start when the file is %s, and leaves it as it is', async (_what, text) => {
    const path = join(folder, 'session-secret');
    await writeFile(path, text);
    const failure = await generated().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(String(failure)).toContain('SESSION_SECRET');
    expect(String(failure)).toContain(path);
    expect(await readFile(path, 'utf8')).toBe(text);
  });
});

describe('a set SESSION_SECRET', () => {
  it('writes no file and gives one password each, in order', async () => {
    const secrets = ['a'.repeat(32), 'b'.repeat(32)];
    const passwords = await sealPasswords({ SESSION_SECRET: secrets, DATA_DIR: folder }, 'session');
    const turned = await sealPasswords({ SESSION_SECRET: secrets.toReversed(), DATA_DIR: folder }, 'session');
    expect(new Set(passwords).size).toBe(2);
    expect(turned).toEqual(passwords.toReversed());
    expect(await readdir(folder)).toEqual([]);
  });

  it('gives passwords of its own to each purpose', async () => {
    const config = { SESSION_SECRET: ['a'.repeat(32)], DATA_DIR: folder };
    expect(await sealPasswords(config, 'device')).not.toEqual(await sealPasswords(config, 'session'));
  });
});
