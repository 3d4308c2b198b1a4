import { expect, it } from 'vitest';
import { chooseCoding } from '../../../server/http/ready-answer.ts';

it.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity;q=0, gzip;q=0.000', 'identity'],
  ['gzip;q=0.001', 'gzip'],
  ['br ; q=0.8 , gzip ; q=0.2', 'br'],
  ['brotli', 'identity'],
])('%s → %s', (header, coding) => {
  expect(chooseCoding(header)).toBe(coding);
});
