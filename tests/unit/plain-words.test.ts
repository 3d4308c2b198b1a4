import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rows } from '#shared/contract/index.ts';
import { logWords } from '#shared/contract/log-words.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';

/** Words that screens and messages must not contain, and the words to use instead. */
const refused: readonly [words: RegExp, instead: string][] = [
  [/sends at/i, 'held until'],
  [/reject and write/i, 'reject and email'],
  [/["'>]Begin with["'<]/, 'template'],
  [/>\s*Kept\s*</, 'deleted on'],
  [
    /\b(take|taking|taken|took)( \S+)? (back|off)\b/i,
    'revoke (a link, an invitation), cancel (a mail), unpublish, remove',
  ],
  [/\bbrought\b.*\bback\b/i, 'restored, reset'],
  [/\banew\b|\bled on\b|elsewhere so far/i, 'again, redirected'],
  [/your administrator can restore/i, 'they are in the Trash'],
  [/\bany more\b/i, 'no longer'],
  [/\ball the same\b|\bin vain\b/i, 'anyway'],
];

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<![:"'])\/\/.*/g, '');

it('screens and messages of the admin area speak plain English, one word a thing', () => {
  const texts: [where: string, text: string][] = [
    ...globSync(['client/admin/**/*.{ts,tsx}', 'client/app/layouts/admin/*.{ts,tsx}']).map(
      (path): [string, string] => [path, withoutComments(readFileSync(path, 'utf8'))],
    ),
    ...rows.map(({ name }): [string, string] => [name, logWords(name)]),
    ...Object.entries({ ...messages, ...deskMessages }),
  ];
  expect(texts.length).toBeGreaterThan(300);
  const found = texts.flatMap(([where, text]) =>
    refused.flatMap(([words, instead]) => {
      const match = words.exec(text);
      return match ? [`${where}: "${match[0]}" is ${instead}`] : [];
    }),
  );
  expect(found).toEqual([]);
});
