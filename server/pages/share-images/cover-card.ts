import type { OverlayOptions } from 'sharp';
import { shareImageSize } from '#shared/share-image.ts';
import { directionOf } from '#shared/text-direction.ts';
import type { Card, CardLook } from './card.ts';
import { drawLogo, setIfAny } from './card.ts';
import { faces, loadFonts } from './fonts.ts';
import type { SetText } from './set-text.ts';
import { settableText } from './settable-text.ts';

/** The cover of a record: the bytes of its picture, and the point of it that stays in sight, in percent. */
export interface Cover {
  bytes: Buffer;
  focus: { x: number; y: number };
}

const { width, height } = shareImageSize;
/** The plate with the words, at a corner of the picture: as wide as the words, up to `width`. */
const plate = { width: 780, padding: 44, gap: 22, markGap: 30 };
const inner = plate.width - 2 * plate.padding;
/** The space between the logo and the name. */
const between = 14;
/** Covers with more pixels are not read: a picture of 1280 px of width may still be very high. */
const mostPixels = 8_000_000;

/**
 * Draws a card whose picture is the record's cover: cropped to the card around its focal point, and on it a plate with
 * the words. A site that reads from right to left has the plate at the right. Rejects if the cover cannot be read.
 */
export async function drawCoverCard(card: Card, look: CardLook, cover: Cover): Promise<Buffer> {
  await loadFonts();
  const { default: sharp } = await import('sharp');
  const picture = await cropped(cover);
  const words = await setWords(card, look);
  const isMirrored = card.direction === 'rtl';
  const sheetHeight = Math.min(height, words.height + 2 * plate.padding);
  const sheetWidth = words.width + 2 * plate.padding;
  const left = isMirrored ? width - sheetWidth : 0;
  const top = height - sheetHeight;
  const { bg: paper } = look.theme.light;
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheetWidth}" height="${sheetHeight}"><rect width="100%" height="100%" fill="${paper}"/></svg>`;
  return sharp(picture)
    .composite([
      { input: Buffer.from(sheet), left, top },
      ...words.place(left + plate.padding, top + plate.padding, isMirrored),
    ])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

/** Returns the cover as large as the card, with the focal point as near to its centre as the picture allows. */
async function cropped({ bytes, focus }: Cover): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: mostPixels, autoOrient: true };
  const { width: own = 1, height: ownHeight = 1 } = await sharp(bytes, options).metadata();
  const scale = Math.max(width / own, height / ownHeight);
  const scaled = {
    width: Math.max(width, Math.round(own * scale)),
    height: Math.max(height, Math.round(ownHeight * scale)),
  };
  const from = (whole: number, part: number, percent: number) =>
    Math.min(whole - part, Math.max(0, Math.round((whole * percent) / 100 - part / 2)));
  return sharp(bytes, options)
    .resize(scaled.width, scaled.height, { fit: 'fill' })
    .extract({
      left: from(scaled.width, width, focus.x),
      top: from(scaled.height, height, focus.y),
      width,
      height,
    })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Renders kicker, title and the company's mark, one below the other. */
async function setWords({ kicker, title, wordmark }: Card, look: CardLook) {
  const { ink, 'ink-soft': soft } = look.theme.light;
  const line = (text: string) => ({ width: inner, height: /\p{Script=Arabic}/u.test(text) ? 110 : 48 });
  const [settable, named] = [settableText(title), settableText(wordmark)];
  const [over, main, logo, name] = await Promise.all([
    setIfAny(kicker && settableText(kicker), {
      ...line(kicker),
      face: faces.text,
      colour: soft,
      sizes: [26],
    }),
    setIfAny(settable, {
      face: faces.display,
      colour: ink,
      width: inner,
      height: 220,
      sizes: [76, 64, 54, 46, 38, 32],
      close: true,
    }),
    drawLogo(look.logo, { height: 52, width: 320 }),
    setIfAny(named, {
      ...line(named ?? ''),
      face: faces.display,
      colour: ink,
      sizes: [34, 28, 22],
      close: true,
    }),
  ]);
  const markHeight = Math.max(logo?.height ?? 0, name?.height ?? 0);
  const rows = [
    { items: over ? [over] : [], height: over?.height ?? 0, gap: 0 },
    { items: main ? [main] : [], height: main?.height ?? 0, gap: over ? plate.gap : 0 },
    { items: [logo, name].filter((item) => item !== undefined), height: markHeight, gap: plate.markGap },
  ].filter(({ items }) => items.length > 0);
  const isRightToLeft = directionOf(settable ?? title) === 'rtl';
  const widthOf = (items: SetText[]) =>
    items.reduce((sum, item) => sum + item.width, between * (items.length - 1));
  const wide = Math.max(...rows.map(({ items }) => widthOf(items)));
  return {
    width: wide,
    height: rows.reduce((sum, row, at) => sum + row.height + (at > 0 ? row.gap : 0), 0),
    place(left: number, top: number, isMirrored: boolean): OverlayOptions[] {
      let y = top;
      return rows.flatMap((row, at) => {
        y += at > 0 ? row.gap : 0;
        const placed = placeRow(
          row,
          { left, width: wide },
          y,
          isMirrored || (isRightToLeft && row.items[0] === main),
        );
        y += row.height;
        return placed;
      });
    },
  };
}

/** Places the items of a row side by side, from the edge at which reading begins. */
function placeRow(
  { items, height: rowHeight }: { items: SetText[]; height: number },
  { left, width: wide }: { left: number; width: number },
  top: number,
  fromRight: boolean,
): OverlayOptions[] {
  let used = 0;
  return items.map((item) => {
    const x = fromRight ? left + wide - used - item.width : left + used;
    used += item.width + between;
    return { input: item.image, left: Math.max(0, x), top: Math.round(top + (rowHeight - item.height) / 2) };
  });
}
