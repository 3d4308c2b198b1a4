import { afterEach, expect, test, vi } from 'vitest';
import { randomKey } from '../../../../client/api/random-key.ts';

afterEach(() => vi.unstubAllGlobals());

test('a random key is made over plain http too, where browsers have no randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(10) });
  expect(randomKey()).toBe('0a'.repeat(16));
  vi.unstubAllGlobals();
  expect(randomKey()).not.toBe(randomKey());
});
