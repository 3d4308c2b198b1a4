import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract, rows } from '#shared/contract/index.ts';
import { contractTable, renewTables } from '../../../scripts/contract-tables.ts';

describe('the tables of calls in the README', () => {
  it('are not stale (npm run contract-tables renews them)', async () => {
    const readme = await readFile(join(import.meta.dirname, '../../../README.md'), 'utf8');
    expect(renewTables(readme)).toBe(readme);
    for (const row of rows.filter(({ origin }) => origin !== 'session')) expect(readme).toContain(row.path);
  });

  it('write form fields as docs/product.md §7 does', () => {
    expect(contractTable([contract.updateProjectCategory])).toContain('`tech_image[{index}][file]` (image)');
    expect(contractTable([contract.addProject])).toContain('`images[{index}]` (image)');
    expect(contractTable([contract.addProjectCategory])).toContain('`tech_image[]` (image)');
    expect(contractTable([contract.blogs])).toContain('`GET /api/blogs?page`');
  });

  const marked =
    '<!-- contract:known -->\nwhat stood there\n<!-- /contract -->\n<!-- contract:extensions -->\n<!-- /contract -->\n';

  it('replace what stands between the marks and nothing else', () => {
    const renewed = renewTables(`before\n${marked}after\n`);
    expect(renewed).toMatch(/^before\n<!-- contract:known -->\n\n\| call/);
    expect(renewed).toMatch(/<!-- \/contract -->\nafter\n$/);
    expect(renewed).not.toContain('what stood there');
    expect(renewTables(renewed)).toBe(renewed);
  });

  it('refuse a README that lost a mark, or has one of an unknown table', () => {
    expect(() => renewTables('# no marks')).toThrow('contract:known');
    expect(() => renewTables(`${marked}<!-- contract:secret -->\n<!-- /contract -->`)).toThrow(
      'contract:secret',
    );
  });
});
