import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../errors.ts';
import { createQueue } from '../../process/work.ts';

/**
 * OWASP's Password Storage Cheat Sheet lists N=2^17 p=1, 2^16 p=2, 2^15 p=3, 2^14 p=5 (all r=8) as equally strong. A
 * hash takes 128·N·r bytes of memory: 128 MiB at 2^17, 32 MiB at 2^15. 2^15 is used so that several sign-ins at the
 * same time take little memory.
 */
const cost = { N: 2 ** 15, r: 8, p: 3 };
const saltBytes = 16;
const hashBytes = 32;

/**
 * Two hashes at the same time take 64 MiB at most, and leave two of the four threads of Node's pool for files and DNS
 * look-ups. When the queue is full, further sign-ins are refused: their wait would be too long.
 */
const queue = createQueue({
  atOnce: 2,
  waiting: 40,
  full: () => new AppError('login.busy', 503, { retryAfter: 5 }),
});

/**
 * `scrypt$N$r$p$salt$hash`, the last two in base64url: a hash contains its own cost, so the cost can be raised later.
 */
export async function hashPassword(password: string) {
  const salt = randomBytes(saltBytes);
  return encoded(salt, await derive(password, salt, cost));
}

function encoded(salt: Buffer, hash: Buffer) {
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/**
 * True if the password matches the hash. Without a hash (no such account) the check takes as long and returns false,
 * so that the time does not reveal which email addresses have an account. Rejects with 503 login.busy when the queue
 * is full.
 */
export async function passwordMatches(password: string, stored: string | undefined) {
  const isAccount = stored !== undefined && stored !== hostPassword;
  const [scheme, N, r, p, salt, hash] = (isAccount ? stored : noAccount).split('$');
  if (scheme !== 'scrypt' || !salt || !hash) throw new Error('passwordMatches: the stored hash is malformed');
  const expected = Buffer.from(hash, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Generates a password of 20 random letters and digits: 99 bits. */
export function generatePassword() {
  return randomCode(4, 5);
}

/** Makes groups of random letters and digits that nobody mixes up (no 0 and o, no 1, i and l): 4.95 bits each. */
export function randomCode(groups: number, perGroup: number) {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: perGroup }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Returns a hash that no password matches: random bytes. For accounts that have no password yet. */
export function noPassword() {
  return encoded(randomBytes(saltBytes), randomBytes(hashBytes));
}

const noAccount = noPassword();

/** Stored instead of a hash for an admin whom the API host signs in. No password matches it. */
export const hostPassword = 'host';

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  // NFC unifies letters that can be typed as different code points (NIST SP 800-63B §5.1.1.2).
  const normal = password.normalize('NFC');
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return queue(
    () =>
      new Promise((resolve, reject) => {
        scrypt(normal, salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
}
