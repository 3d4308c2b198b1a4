import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { productTheme } from '#shared/site/theme.ts';
import { type CardLook, drawCard } from '../../../server/pages/share-images/card.ts';
import { faces, loadFonts } from '../../../server/pages/share-images/fonts.ts';
import { setText } from '../../../server/pages/share-images/set-text.ts';
import { settableText } from '../../../server/pages/share-images/settable-text.ts';

const card = { seed: 'post-4', kicker: 'Publishing', wordmark: 'Naqsh' };
const look = { theme: productTheme, artwork: 'pattern' } as const;
const draw = async (title: string, of: Partial<CardLook> = {}) =>
  drawCard({ ...card, title }, { ...look, ...of });

describe('a card', () => {
  it.each([
    ['markup', '</span><span size="999999">& "quotes" \' ]]>'],
    ['Urdu', 'ہم نقش کیسے بناتے ہیں اور کیوں'],
    ['one endless word', 'W'.repeat(255)],
    ['a script that the fonts lack', 'Статья'],
    ['nothing', ''],
  ])('is drawn with %s', async (_story, title) => {
    const { width, height, format } = await sharp(await draw(title)).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'png']);
  });
});

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

describe('the words on a card', () => {
  it.each([
    ['Łódź, Señor & “Co” – 50 €', 'Łódź, Señor & “Co” – 50 €'],
    ['Party 🎉 time\n\tnow', 'Party time now'],
    ['中文', undefined],
    ['', undefined],
  ])('%s is set as %s', (title, text) => {
    expect(settableText(title)).toBe(text);
  });
});
