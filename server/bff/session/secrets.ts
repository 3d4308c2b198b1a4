import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../../config.ts';

const fileName = 'session-secret';
const secretBytes = 48;
/**
 * The format of a complete secret: 48 bytes in base64url are exactly 64 characters. Any other length means that the
 * file was cut or edited.
 */
const wholeSecret = /^[\w-]{64}$/;

/**
 * Returns the passwords for the cookies of one purpose; the first of them is used to seal. They are derived from
 * SESSION_SECRET, or, if that is unset, from a secret that is created once in DATA_DIR. Throws `ConfigError` if the
 * file with that secret exists but is damaged: a new secret would sign everyone out without a message. Each purpose has
 * passwords of its own, so that a seal made for one cannot be opened for another.
 */
export async function sealPasswords(
  config: Pick<Config, 'SESSION_SECRET' | 'DATA_DIR'>,
  purpose: 'session' | 'device' | 'second-step',
) {
  // The keys are passed on as text in base64url, because the library demands a number of characters. A key as text is
  // always long enough.
  const keys = await purposeKeys(config, `studio ${purpose} cookie`);
  return keys.map((key) => key.toString('base64url'));
}

/**
 * Returns the keys of one purpose; the first is used to sign or seal. A signature or seal of one purpose must not be
 * valid for another, least of all for session cookies. Throws like `sealPasswords`.
 */
export async function purposeKeys(config: Pick<Config, 'SESSION_SECRET' | 'DATA_DIR'>, purpose: string) {
  const secrets = config.SESSION_SECRET ?? [await ownSecret(join(config.DATA_DIR, fileName))];
  return secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
}

async function ownSecret(path: string) {
  const found = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const text = found ?? (await createSecret(path));
  if (wholeSecret.test(text.trim())) return text.trim();
  throw new ConfigError([
    `  SESSION_SECRET: is not set, and the generated secret in ${path} is damaged. Restore that file from a backup, or ` +
      'remove it to get a new secret (all admins have to sign in again), or set SESSION_SECRET.',
  ]);
}

/**
 * Creates the secret file completely or not at all. No other process creates it at the same time, because a process
 * locks its DATA_DIR.
 */
async function createSecret(path: string) {
  const draft = `${path}.draft`;
  const secret = `${randomBytes(secretBytes).toString('base64url')}\n`;
  await writeFile(draft, secret, { mode: 0o600, flush: true });
  await rename(draft, path);
  return secret;
}
