import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { setQuickScrypt } from './quick-scrypt.ts';

/**
 * Set-up of the tests that start products: a password's hash is cheap. Not in a file of `deep/process`: the processes
 * that it starts do all rounds with the same passwords. One of these tests proves the cost of a password, a quarter of
 * a second of a core (tests/system/content-api/auth.test.ts).
 */
const path = expect.getState().testPath;
const startsProcesses =
  path !== undefined && /^\/\/ @module-tag deep\/process\b/.test(readFileSync(path, 'utf8'));
setQuickScrypt(!startsProcesses);
