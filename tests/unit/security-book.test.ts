import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const sources = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((path) => [path, read(path)] as const);
const filesWith = (pattern: string, text: RegExp) =>
  sources(pattern)
    .filter(([, source]) => text.test(source))
    .map(([path]) => path);

/** Every requirement of OWASP ASVS 5.0.0 of level 1, and of level 2 in chapters 4 to 8. */
const asked = `
  1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 3.5.3
  4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2 7.2.1
  7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 11.3.1
  11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1
  4.1.2 4.1.3 4.2.1 4.3.1 4.3.2 4.4.2 4.4.3 4.4.4 5.1.1 5.2.3 5.4.1 5.4.2 5.4.3 6.1.2 6.1.3 6.2.9 6.2.10 6.2.11 6.2.12
  6.3.3 6.3.4 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3 6.8.1 6.8.2 6.8.3 6.8.4 7.1.1 7.1.2 7.1.3 7.3.1
  7.3.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2 8.1.2 8.2.3 8.4.1`;

const rows = [
  ...read('docs/security.md').matchAll(/^\| (\d[\d., ]+) \| (?:\*(.+?)\*: )?(.+) \| (.*)\|$/gm),
].map(([, items = '', state = 'met', words = '', heldBy = '']) => ({ items, state, words, heldBy }));

/** Checks that each test that a cell cites exists, with the words of its title; returns how many there are. */
function existing(heldBy: string) {
  const cited = [...heldBy.matchAll(/`([^`]+)`((?: "[^"]+")*)/g)];
  for (const [, path = '', titles = ''] of cited) {
    expect(existsSync(join(root, path)), path).toBe(true);
    for (const [, title = ''] of titles.matchAll(/"([^"]+)"/g)) expect(read(path), path).toContain(title);
  }
  return cited.length;
}

describe('docs/security.md', () => {
  it('has every item once', () => {
    const items = rows.flatMap((row) => row.items.split(', '));
    expect(items.sort()).toEqual(asked.trim().split(/\s+/).sort());
  });

  it.each(rows)('$items ($state) is held by tests that exist, or says why not', (row) => {
    const cited = existing(row.heldBy);
    expect(['met', 'partly', 'not met', 'n/a']).toContain(row.state);
    expect(row.words.length).toBeGreaterThan(10);
    if (row.state === 'met') expect(cited).toBeGreaterThan(0);
    if (row.state === 'not met') expect(cited).toBe(0);
  });

  it('names for each of its attacks tests that exist', () => {
    const attacks = (read('docs/security.md').split(/^## 5\. /m)[1] ?? '')
      .split('\n')
      .filter((line) => line.includes('| `tests/'));
    expect(attacks.length).toBeGreaterThan(10);
    for (const line of attacks) existing(line.split('|')[2] ?? '');
  });
});

describe('what no source may hold', () => {
  it('the server starts no program and runs no text as code', () => {
    const runs = /node:child_process|node:vm|\beval\(|new Function\(|\.execSync|setTimeout\(\s*['"`]/;
    expect(filesWith('{hosts,server}/**/*.ts', runs)).toEqual([]);
    expect(filesWith('{client,shared}/**/*.{ts,tsx}', runs)).toEqual([]);
  });

  it('no source uses a hash that is broken', () => {
    expect(
      filesWith('{hosts,server,shared,scripts,tools}/**/*.ts', /\(\s*['"](?:md[245]|sha-?1|ripemd160)['"]/i),
    ).toEqual([]);
  });

  it('the fields of passwords name themselves to password managers, and nothing hinders a paste', () => {
    const forms = sources('client/admin/session/*.tsx').filter(([, text]) => text.includes('<PasswordField'));
    expect(forms.length).toBeGreaterThan(1);
    for (const [path, text] of forms) {
      const fields = text.match(/<PasswordField\b/g)?.length;
      expect(text.match(/autoComplete="(?:current|new)-password"/g)?.length, path).toBe(fields);
    }
    expect(filesWith('client/{admin/session,ui}/**/*.tsx', /onPaste/)).toEqual([]);
  });
});
