import { expect, test } from 'vitest';
import { pageOf } from '../../../client/use-page-number.ts';

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=1.5', 1],
  ['page=1e3', 1],
  // Beyond the last page that the contract accepts: no such page exists, and the first page is not shown instead.
  ['page=1000001', 1_000_000],
  ['page=9999999', 1_000_000],
  ['page=99999999', 1],
])('of the address %j page %i is shown', (search, page) => {
  expect(pageOf(new URLSearchParams(search))).toBe(page);
});
