import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract, rows } from '#shared/contract/index.ts';
import { contractTable, renewTables } from '../../../tools/generate/contract-tables.ts';

describe('the lists of docs/calls.md', () => {
  it('are not stale (npm run generate -- contract-tables renews them)', async () => {
    const calls = await readFile(join(import.meta.dirname, '../../../docs/calls.md'), 'utf8');
    expect(renewTables(calls)).toBe(calls);
    for (const row of rows) expect(calls).toContain(row.path);
  });

  it('write form fields as docs/product.md §7 does', () => {
    expect(contractTable([contract.updateProjectCategory])).toContain('`tech_image[{index}][file]` (image)');
    expect(contractTable([contract.addProject])).toContain('`images[{index}]` (image)');
    expect(contractTable([contract.addProjectCategory])).toContain('`tech_image[]` (image)');
    expect(contractTable([contract.blogs])).toContain('`GET /api/blogs?page`');
  });

  const marked =
    '<!-- contract:known -->\nold text\n<!-- /contract -->\n<!-- contract:extensions -->\n<!-- /contract -->\n<!-- contract:bff -->\n<!-- /contract -->\n';

  it('replace the text between the marks and nothing else', () => {
    const renewed = renewTables(`before\n${marked}after\n`);
    expect(renewed).toMatch(/^before\n<!-- contract:known -->\n\n- `GET/);
    expect(renewed).toMatch(/<!-- \/contract -->\nafter\n$/);
    expect(renewed).not.toContain('old text');
    expect(renewTables(renewed)).toBe(renewed);
  });

  it('refuse a book that lost a mark, or has one of an unknown list', () => {
    expect(() => renewTables('# no marks')).toThrow('contract:known');
    expect(() => renewTables(`${marked}<!-- contract:secret -->\n<!-- /contract -->`)).toThrow(
      'contract:secret',
    );
  });
});
