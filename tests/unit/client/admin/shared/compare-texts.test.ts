import { expect, test, vi } from 'vitest';
import { compareTexts } from '../../../../../client/admin/shared/versions/compare-texts.ts';

const plain = (text: string) => [{ text, differs: false }];

test('words that differ are marked, in their block, with what stands around', async () => {
  const before = ['a', 'b', 'c', 'one red word', 'd', 'e', 'f'].join('\n');
  const after = ['a', 'b', 'c', 'one blue word', 'd', 'e', 'f'].join('\n');
  const { passages, more } = await compareTexts(before, after);
  expect(more).toBe(false);
  expect(passages).toEqual([
    {
      skipped: 2,
      rows: [
        { before: plain('c'), after: plain('c') },
        {
          before: [
            { text: 'one ', differs: false },
            { text: 'red', differs: true },
            { text: ' word', differs: false },
          ],
          after: [
            { text: 'one ', differs: false },
            { text: 'blue', differs: true },
            { text: ' word', differs: false },
          ],
        },
        { before: plain('d'), after: plain('d') },
      ],
    },
  ]);
});

test('blocks that came or went stand alone', async () => {
  const { passages } = await compareTexts('a\nb', 'a\nb\nc');
  expect(passages[0]?.rows.at(-1)).toEqual({ before: undefined, after: [{ text: 'c', differs: true }] });
  expect((await compareTexts('', 'x')).passages[0]?.rows).toEqual([
    { before: undefined, after: [{ text: 'x', differs: true }] },
  ]);
});

test('the same text, and none, have nothing to show', async () => {
  for (const text of ['', 'a\nb'])
    expect(await compareTexts(text, text)).toEqual({ passages: [], more: false });
});

test('changes far apart are passages of their own', async () => {
  const blocks = Array.from({ length: 40 }, (_, at) => `block ${at}`);
  const changed = blocks.with(5, 'five').with(30, 'thirty');
  const { passages } = await compareTexts(blocks.join('\n'), changed.join('\n'));
  expect(passages.map(({ skipped, rows }) => [skipped, rows.length])).toEqual([
    [4, 3],
    [22, 3],
  ]);
});

test('of megabytes only so much is shown, and others get their turn meanwhile', async () => {
  const text = (sign: string) =>
    Array.from({ length: 1_000 }, (_, at) => `${sign} ${at} ${sign.repeat(2_000)}`).join('\n');
  // The clock stands still, since the number of slices that fit into a time depends on the machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  try {
    const comparing = compareTexts(text('a'), text('b'), 300);
    // Each slice is a timer of its own, so other work can run before it.
    for (let slice = 0; slice < 20; slice += 1) {
      expect(vi.getTimerCount(), `before slice ${slice}`).toBe(1);
      await vi.advanceTimersToNextTimerAsync();
    }
    vi.setSystemTime(Date.now() + 301);
    await vi.advanceTimersToNextTimerAsync();
    expect(vi.getTimerCount(), 'after its time').toBe(0);
    const { passages, more } = await comparing;
    expect(more).toBe(true);
    expect(passages.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(400);
  } finally {
    vi.useRealTimers();
  }
});
