import { describe, expect, it } from 'vitest';
import { faces, loadFonts, setText, settableText } from '../../../server/pages/share-images/set-text.ts';

describe('the fonts', () => {
  // Sizes of the ink at 100 px. A fallback font of the machine has other sizes: no two fonts agree on all four.
  it.each([
    ['Radio', faces.display, 275, 77],
    ['نقش', faces.display, 190, 180],
  ])('are our own: %s in %s', async (text, face, width, height) => {
    await loadFonts();
    const set = await setText(text, { face, colour: '#000000', width: 900, height: 900, sizes: [100] });
    expect(Math.abs(set.width - width)).toBeLessThanOrEqual(2);
    expect(Math.abs(set.height - height)).toBeLessThanOrEqual(2);
  });
});

it.each([
  ['Łódź, Señor & “Co” – 50 €', 'Łódź, Señor & “Co” – 50 €'],
  ['Party 🎉 time\n\tnow', 'Party time now'],
  ['中文', undefined],
  ['', undefined],
])('the words on a card: %s is set as %s', (title, text) => {
  expect(settableText(title)).toBe(text);
});
