import crypto, { type ScryptOptions } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'vitest';

/**
 * Set-up of the tests that start products: scrypt does fewer rounds, because every product start makes a hash and
 * every sign-in another. Not in a file of `deep/process`: the processes that it starts do all rounds with the same
 * passwords. One of these tests proves the cost of a password, a quarter of a second of a core
 * (tests/system/content-api/auth.test.ts).
 */
type Scrypt = typeof crypto.scrypt;
type Done = (error: Error | null, key: Buffer) => void;

/**
 * A worker runs one file after the other, and some files run no tests: the real function is stored where the next
 * file finds it.
 */
const kept = globalThis as { realScrypt?: Scrypt };
kept.realScrypt ??= crypto.scrypt;
const real = kept.realScrypt;

function quick(password: string, salt: Buffer, length: number, options: ScryptOptions, done: Done): void {
  real(password, salt, length, { ...options, N: 16 }, done);
}

const path = expect.getState().testPath;
const startsProcesses =
  path !== undefined && /^\/\/ @module-tag deep\/process\b/.test(readFileSync(path, 'utf8'));
crypto.scrypt = startsProcesses ? real : (quick as Scrypt);
syncBuiltinESMExports();
