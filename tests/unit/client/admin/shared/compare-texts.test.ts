import { expect, test } from 'vitest';
import { compareTexts } from '../../../../../client/admin/shared/versions/compare-texts.ts';

test('texts are compared by words, and a long part that both have is shortened', async () => {
  const same = 'calm water '.repeat(60);
  const pieces = await compareTexts(`One red kite\n${same}gone`, `One blue kite\n${same}`);
  expect(pieces.map(({ kind, text }) => (kind ? `${kind}: ${text}` : text.length))).toEqual([
    4,
    'removed: red',
    'added: blue',
    302,
    'removed: gone',
  ]);
});
