import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll } from 'vitest';

/**
 * What a password costs (a quarter of a second of a core for each hash) is for tests/unit/content-api/auth.test.ts to prove. Everywhere
 * else every product that starts makes a hash and every sign-in another: here scrypt is scrypt, with fewer rounds. A process that a
 * test starts has them all.
 */
const { scrypt } = crypto;
type Done = (error: Error | null, key: Buffer) => void;

function quick(password: string, salt: Buffer, length: number, options: ScryptOptions, done: Done): void {
  scrypt(password, salt, length, { ...options, N: 16 }, done);
}

use(quick as typeof scrypt);
// A worker takes the files of all projects.
afterAll(() => use(scrypt));

function use(one: typeof scrypt): void {
  crypto.scrypt = one;
  syncBuiltinESMExports();
}
