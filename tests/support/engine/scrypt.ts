import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, vi } from 'vitest';

/**
 * Spies on password hashing until the end of the file, also in modules that are loaded already. The real function
 * runs unless the test gives another implementation.
 */
export function spyOnScrypt() {
  const spy = vi.spyOn(crypto, 'scrypt');
  syncBuiltinESMExports();
  afterAll(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return spy;
}
