import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../errors.ts';
import { createQueue } from '../../queue.ts';

/**
 * OWASP's Password Storage Cheat Sheet lists N=2^17 p=1, 2^16 p=2, 2^15 p=3, 2^14 p=5 (all r=8) as equally strong.
 * Memory is 128·N·r bytes for each hash: 128 MiB at 2^17, 32 MiB at 2^15. The last but one of these keeps a flood of
 * sign-ins small.
 */
const cost = { N: 2 ** 15, r: 8, p: 3 };
const saltBytes = 16;
const hashBytes = 32;

/**
 * Two at once is 64 MiB at most, and leaves two of the four threads of Node's pool to files and name look-ups. When
 * so many wait, the next is refused: nobody would bear the wait.
 */
const queue = createQueue({
  atOnce: 2,
  waiting: 40,
  full: () => new AppError('login.busy', 503, { headers: { 'retry-after': '5' } }),
});

/** `scrypt$N$r$p$salt$hash`, the last two in base64url: a hash keeps its own cost, so the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/**
 * True when the password belongs to the hash. Without a hash (no such account) it works as long and says false, so
 * that time does not tell which addresses have an account. Rejects with 503 login.busy when too many wait.
 */
export async function passwordMatches(password: string, encoded: string | undefined): Promise<boolean> {
  const isAccount = encoded !== undefined && encoded !== hostPassword;
  const [scheme, N, r, p, salt, hash] = (isAccount ? encoded : noAccount).split('$');
  if (scheme !== 'scrypt' || !salt || !hash) throw new Error('passwordMatches: the stored hash is malformed');
  const expected = Buffer.from(hash, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** A password of 20 letters and digits that nobody mixes up (no 0 and o, no 1, i and l): 99 bits. */
export function generatePassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/** A hash that no password leads to: random bytes. For whoever has no password yet. */
export function noPassword(): string {
  const [salt, hash] = [randomBytes(saltBytes), randomBytes(hashBytes)];
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

const noAccount = noPassword();

/** In the place of a hash: the account is an admin's of the API host, which signs them in. No password leads to it. */
export const hostPassword = 'host';

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  // The same letters can be typed as different code points; NFC makes them one (NIST SP 800-63B §5.1.1.2).
  const normal = password.normalize('NFC');
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return queue(
    () =>
      new Promise((resolve, reject) => {
        scrypt(normal, salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
}
