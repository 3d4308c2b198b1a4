import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, type MockInstance, vi } from 'vitest';

/**
 * Watches the hashing of passwords until the end of the file, also in modules that are loaded already. It works as ever unless the
 * test gives it another implementation.
 */
export function spyOnScrypt(): MockInstance<typeof crypto.scrypt> {
  const spy = vi.spyOn(crypto, 'scrypt');
  syncBuiltinESMExports();
  afterAll(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return spy;
}
