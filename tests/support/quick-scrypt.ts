import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Scrypt = typeof crypto.scrypt;
type Done = (error: Error | null, key: Buffer) => void;

/** A worker runs one file after the other: the real function is stored where the next file finds it. */
const kept = globalThis as { realScrypt?: Scrypt };
kept.realScrypt ??= crypto.scrypt;
const real = kept.realScrypt;

function quick(password: string, salt: Buffer, length: number, options: ScryptOptions, done: Done) {
  real(password, salt, length, { ...options, N: 16 }, done);
}

/** Makes scrypt do few rounds, or all again: every start of a product makes a hash, and every sign-in another. */
export function setQuickScrypt(isQuick = true) {
  crypto.scrypt = isQuick ? (quick as Scrypt) : real;
  syncBuiltinESMExports();
}
