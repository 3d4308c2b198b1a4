import { expect, test } from 'vitest';
import { compareTexts } from '../../../../../client/admin/shared/versions/compare-texts.ts';

/** Writes a comparison down: what differs stands in brackets. */
async function compared(before: string, after: string) {
  const words = (side: { text: string; differs: boolean }[] = []) =>
    side.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');
  const { passages, more } = await compareTexts(before, after);
  return {
    more,
    passages: passages.map(({ skipped, rows }) => [
      skipped,
      ...rows.map((row) => `${words(row.before)}|${words(row.after)}`),
    ]),
  };
}

test('words that differ are marked in their block, with what stands around; changes far apart are passages of their own', async () => {
  const lines = ['a', 'b', 'c', 'one red word', 'd', 'e', 'f', 'g', 'h', 'i'].join('\n');
  const changed = `${lines.replace('red', 'blue')}\nj`;
  expect(await compared(lines, changed)).toEqual({
    more: false,
    passages: [
      [2, 'c|c', 'one [red] word|one [blue] word', 'd|d'],
      [4, 'i|i', '|[j]'],
    ],
  });
  expect(await compared(lines, lines)).toEqual({ more: false, passages: [] });
});
