import { expect, it } from 'vitest';
import { chooseCoding } from '../../../server/http/accept-encoding.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['br;q=0.9,gzip;q=0.9', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['identity;q=1, br;q=0.1', 'identity'],
  ['identity;q=0, gzip;q=0', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['br;q=nonsense, gzip', 'gzip'],
  ['br;q=7, gzip;q=0.1', 'gzip'],
  ['br ; q=0.8 , gzip ; q=0.2', 'br'],
  ['brotli', 'identity'],
  ['zstd', 'identity'],
])('%s → %s', (header, coding) => {
  expect(chooseCoding(header)).toBe(coding);
});
