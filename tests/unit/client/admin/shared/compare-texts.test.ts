import { expect, test } from 'vitest';
import { compareTexts } from '../../../../../client/admin/shared/versions/compare-texts.ts';

test('texts are compared by block and word, with one block around and the number of those left out', async () => {
  const before = ['a', 'b', 'c', 'One red kite', 'd', 'e', 'f', 'gone'].join('\n');
  const after = ['a', 'b', 'c', 'One blue kite', 'd', 'e', 'f'].join('\n');
  const { passages } = await compareTexts(before, after);
  const shown = (side?: { text: string; differs: boolean }[]) =>
    side?.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');
  expect(
    passages.map(({ skipped, rows }) => [
      skipped,
      ...rows.map((row) => [shown(row.before), shown(row.after)]),
    ]),
  ).toEqual([
    [2, ['c', 'c'], ['One [red] kite', 'One [blue] kite'], ['d', 'd']],
    [1, ['f', 'f'], ['[gone]', undefined]],
  ]);
});
