import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rows } from '#shared/contract/index.ts';
import { renewTables } from '../../../tools/generate/contract-tables.ts';

it('the lists of docs/calls.md are not stale (npm run generate -- contract-tables renews them)', async () => {
  const calls = await readFile(join(import.meta.dirname, '../../../docs/calls.md'), 'utf8');
  expect(renewTables(calls)).toBe(calls);
  for (const row of rows) expect(calls).toContain(row.path);
  // As docs/product.md §7 writes form fields.
  for (const field of ['tech_image[{index}][file]*', 'images[{index}]*', 'tech_image[]*'])
    expect(calls).toContain(field);
});

it('a book that lost a mark is refused', () =>
  expect(() => renewTables('# no marks')).toThrow('contract:known'));
