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
    ['a short title', 'Radio'],
    ['markup', '</span><span size="999999">& "quotes" \' ]]>'],
    ['Urdu', 'ہم نقش کیسے بناتے ہیں اور کیوں'],
    ['one endless word', 'W'.repeat(255)],
    ['a script that the fonts lack', 'Статья'],
    ['nothing', ''],
  ])('is drawn with %s', async (_story, title) => {
    const { width, height, format } = await sharp(await draw(title)).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'png']);
  });

  it('shows its title', async () => {
    const [one, other] = await Promise.all(['Radio', 'Rodeo'].map((title) => draw(title)));
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
  });

  it('is drawn with a title alone', async () => {
    const bare = drawCard({ seed: 'mahr', kicker: '', title: 'Mahr', wordmark: '' }, look);
    const { width, height } = await sharp(await bare).metadata();
    expect([width, height]).toEqual([1200, 630]);
  });

  it('carries the logo, and the picture or the plain ground of a company', async () => {
    const logo = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#00ff00' } })
      .png()
      .toBuffer();
    const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#ff00ff' } })
      .jpeg()
      .toBuffer();
    const shown = await draw('Radio', { artwork: 'picture', picture, logo });
    const pixels = sharp(shown).removeAlpha();
    const at = async (left: number, top: number) => [
      ...(await pixels.clone().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
    ];
    // A point outside the sheet, and one where the logo begins on it.
    const [around, sign] = [await at(1100, 40), await at(70, 530)];
    expect(around[0]).toBeGreaterThan(240);
    expect(around[1]).toBeLessThan(20);
    expect(sign[1]).toBeGreaterThan(240);
    expect(sign[0]).toBeLessThan(20);
    const plain = await sharp(await draw('Radio', { artwork: 'plain' })).stats();
    expect(plain.entropy).toBeLessThan((await sharp(await draw('Radio')).stats()).entropy);
  });

  it('is mirrored on a site from right to left', async () => {
    const red = { create: { width: 60, height: 60, channels: 4, background: '#ff0000' } } as const;
    const logo = await sharp(red).png().toBuffer();
    const words = { ...card, kicker: 'شائع شدہ، پشاور', title: 'ریڈیو' };
    const bare = { ...look, artwork: 'plain', logo } as const;
    const rowOf = async (image: Buffer) => {
      const { data, info } = await sharp(image)
        .removeAlpha()
        .extract({ left: 0, top: 540, width: 1200, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (x: number) => [...data.subarray(x * info.channels, x * info.channels + 3)];
      const isRed = (x: number) => (at(x)[0] ?? 0) > 200 && (at(x)[1] ?? 255) < 60;
      const all = Array.from({ length: 1200 }, (_, x) => x).filter(isRed);
      return { logo: [all[0], all.at(-1)], left: at(5), right: at(1195) };
    };
    const [ltr, rtl] = await Promise.all(
      (['ltr', 'rtl'] as const).map(async (direction) =>
        rowOf(await drawCard({ ...words, direction }, bare)),
      ),
    );
    expect(ltr?.logo[0]).toBe(60);
    expect(rtl?.logo[1]).toBe(1139);
    // The sheet is at the side where reading begins.
    expect(rtl?.right).toEqual(ltr?.left);
    expect(rtl?.left).toEqual(ltr?.right);
    expect(rtl?.left).not.toEqual(rtl?.right);
  });

  it('is made of the pattern that the company has chosen', async () => {
    const [one, other] = await Promise.all([draw('Radio'), draw('Radio', { pattern: 'weave' })]);
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
  });

  it('shows a name in Urdu whole', async () => {
    const named = (wordmark: string) => drawCard({ ...card, wordmark, title: 'Radio' }, look);
    const [whole, other] = [await named('نانبائی گھر'), await named('نانبائی گھڑ')];
    // If both were cut at the first word, the pictures would be equal.
    expect(whole.equals(other)).toBe(false);
  });

  it('is the same for the same words', async () => {
    const [one, other] = [await draw('Radio'), await draw('Radio')];
    expect(one.equals(other)).toBe(true);
  });
});

describe('the fonts', () => {
  // Sizes of the ink at 100 px. A fallback font of the machine has other sizes: no two fonts agree on all four.
  it.each([
    ['Radio', faces.display, 275, 77],
    ['Łódź', faces.display, 230, 79],
    ['Radio', faces.text, 253, 74],
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
    ['نقش studio', 'نقش studio'],
    ['پشاور، پاکستان؛ کیوں؟', 'پشاور، پاکستان؛ کیوں؟'],
    ['中文', undefined],
    ['🎉🎉', undefined],
    ['', undefined],
  ])('%s is set as %s', (title, text) => {
    expect(settableText(title)).toBe(text);
  });

  it('are few enough to be read small', () => {
    expect([...(settableText('word '.repeat(60)) ?? '')].length).toBeLessThanOrEqual(141);
  });
});
