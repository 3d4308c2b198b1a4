import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, expect } from 'vitest';

/** The files that prove what a password costs, a quarter of a second of a core for each hash, or sign in with one that a process has set. */
const proofs = ['tests/system/content-api/auth.test.ts', 'tests/system/scripts/admin.test.ts'];

/**
 * Set-up of the tests that start products: in all other files scrypt does fewer rounds, since every product that starts makes a
 * hash and every sign-in another. A process that a test starts has them all.
 */
const { scrypt } = crypto;
type Done = (error: Error | null, key: Buffer) => void;

function quick(password: string, salt: Buffer, length: number, options: ScryptOptions, done: Done): void {
  scrypt(password, salt, length, { ...options, N: 16 }, done);
}

if (!proofs.some((each) => expect.getState().testPath?.endsWith(each))) use(quick as typeof scrypt);
// A worker takes the files of all projects.
afterAll(() => use(scrypt));

function use(one: typeof scrypt): void {
  crypto.scrypt = one;
  syncBuiltinESMExports();
}
