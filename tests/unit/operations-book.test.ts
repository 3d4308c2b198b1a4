import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const plain = (text: string) => text.replace(/\s+/g, ' ');

/** Texts of the product and of its dashboard; "…" stands for each value. */
const texts = plain(
  globSync('{server,tools,hosts,shared,client,deploy}/**/*.{ts,tsx,json,yml}', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
    // A text that goes on in the next line of the source.
    .replace(/['`]\s*\+\s*['`]/g, '')
    .replace(/\$\{(?:[^{}`]|\{[^}]*\})*\}/g, '…'),
);

it.each(['operations', 'deploy'])('what docs/%s.md quotes is said by the product', (book) => {
  const prose = readFileSync(join(root, `docs/${book}.md`), 'utf8').replace(/```[\s\S]*?```|`[^`]*`/g, '`');
  const quoted = [...plain(prose).matchAll(/"([^"`]{6,})"/g)].map(([, words = '']) => words);
  expect(quoted.length).toBeGreaterThan(0);
  const isSaid = (words: string) =>
    words.split(/ ?… ?/).every((part) => texts.includes(part)) ||
    new RegExp(`^#+ ${words}$`, 'm').test(prose);
  expect(quoted.filter((words) => !isSaid(words))).toEqual([]);
});
