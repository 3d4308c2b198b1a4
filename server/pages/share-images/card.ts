import type { OverlayOptions } from 'sharp';
import { type Drawing, drawPattern, type Palette } from '#shared/pattern.ts';
import type { Site } from '#shared/schemas/site.ts';
import { shareImageSize } from '#shared/share-image.ts';
import type { Theme } from '#shared/site/theme.ts';
import { type Direction, directionOf } from '#shared/text-direction.ts';
import { faces, loadFonts, type SetText, setText, settableText } from './set-text.ts';

/** Content of the image that is shown with a link. */
export interface Card {
  /** Text that determines the pattern; the same text as on the page, so that the pattern is the same. */
  seed: string;
  /** Absent if the seed chooses the palette. */
  palette?: Palette;
  /** One or two words above the title; empty for none. */
  kicker: string;
  title: string;
  /** The company's name; empty if the logo contains the name. */
  wordmark: string;
  /** The direction of the site's language: a card from right to left is mirrored. */
  direction: Direction;
}

/** The company's design, the same on cards as on pages. */
export interface CardLook {
  theme: Theme;
  artwork: Site['brand']['artwork'];
  pattern?: Site['brand']['pattern'];
  /** Image files, as bytes: the artwork, and the logo for a light and for a dark sheet. */
  picture?: Buffer;
  logo?: Buffer;
  logoDark?: Buffer;
}

/** The cover of a record: the bytes of its picture, and the point of it that stays in sight, in percent. */
export interface Cover {
  bytes: Buffer;
  focus: { x: number; y: number };
}

const { width, height } = shareImageSize;
/** Covers with more pixels are not read: a picture of 1280 px of width may still be very high. */
const mostPixels = 8_000_000;

/** Sizes in pixels: of the sheet with the words and its parts. */
interface Layout {
  /** Width of the sheet; with `isTight`, the most: it is as wide as the words. */
  width: number;
  isTight: boolean;
  padding: number;
  gap: number;
  /** Space above the company's mark, and between its logo and its name. */
  markGap: number;
  between: number;
  /** Height of a text of one line. Nastaliq, the style of the Urdu font, is written on a slope and needs twice as much. */
  line: { latin: number; arabic: number };
  kicker: [number];
  title: { height: number; sizes: [number, ...number[]] };
  name: [number, ...number[]];
  logo: { width: number; height: number };
}

const onArtwork: Layout = {
  width: 900,
  isTight: false,
  padding: 60,
  gap: 38,
  markGap: 54,
  between: 16,
  line: { latin: 60, arabic: 140 },
  kicker: [30],
  title: { height: 312, sizes: [112, 92, 76, 64, 54, 46, 40] },
  name: [44, 34, 26],
  logo: { width: 420, height: 72 },
};

const onCover: Layout = {
  width: 780,
  isTight: true,
  padding: 44,
  gap: 22,
  markGap: 30,
  between: 14,
  line: { latin: 48, arabic: 110 },
  kicker: [26],
  title: { height: 220, sizes: [76, 64, 54, 46, 38, 32] },
  name: [34, 28, 22],
  logo: { width: 320, height: 52 },
};

/**
 * Draws the card: the record's cover as a JPEG, or else the company's artwork as a PNG, and on it, at the lower edge, a
 * sheet with the words that describe the page. Rejects if the cover cannot be read.
 */
export async function drawCard(card: Card, look: CardLook, cover?: Cover) {
  await loadFonts();
  const { default: sharp } = await import('sharp');
  const layout = cover ? onCover : onArtwork;
  const drawing = drawPattern(card.seed, 8, 5, look.pattern);
  const palette = card.palette ?? drawing.palette;
  // If the artwork shows light paper, the sheet is dark, for contrast.
  const isDark = !cover && palette === 'paper';
  const ground = await (cover ? croppedCover(cover) : artworkOf(drawing, palette, look));
  const rows = await setWords(card, look, layout, isDark);
  const wide = layout.isTight
    ? Math.max(...rows.map(({ items }) => widthOf(items, layout)))
    : layout.width - 2 * layout.padding;
  const tall = rows.reduce((sum, { gap, items }) => sum + gap + heightOf(items), 0);
  const sheet = { width: wide + 2 * layout.padding, height: Math.min(height, tall + 2 * layout.padding) };
  const left = card.direction === 'rtl' ? width - sheet.width : 0;
  const top = height - sheet.height;
  const { bg: paper } = isDark ? look.theme.dark : look.theme.light;
  let y = top + layout.padding;
  const words = rows.flatMap(({ gap, items, direction }) => {
    y += gap;
    const placed = placeRow(items, layout, { left: left + layout.padding, top: y, width: wide }, direction);
    y += heightOf(items);
    return placed;
  });
  const image = sharp(ground).composite([
    {
      input: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}"><rect width="100%" height="100%" fill="${paper}"/></svg>`,
      ),
      left,
      top,
    },
    ...words,
  ]);
  return cover
    ? image.jpeg({ quality: 82, mozjpeg: true }).toBuffer()
    : image.png({ palette: true, colours: 128, effort: 4, compressionLevel: 9 }).toBuffer();
}

/** Returns the cover as large as the card, with the focal point as near to its centre as the picture allows. */
async function croppedCover({ bytes, focus }: Cover) {
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

/** Returns the company's artwork as large as the card: its picture, its pattern, or a plain colour. */
async function artworkOf(drawing: Drawing, palette: Palette, look: CardLook) {
  const { default: sharp } = await import('sharp');
  const { ground, star, square, core, stroke } = look.theme.art[palette];
  const pattern = `<svg width="${width}" height="${height}" viewBox="0 0 ${drawing.width} ${drawing.height}" preserveAspectRatio="xMidYMid slice">
<g stroke="${stroke}" stroke-width="1.5"><path d="${drawing.stars}" fill="${star}"/><path d="${drawing.squares}" fill="${square}"/></g>
<path d="${drawing.cores}" fill="${core}"/>
</svg>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="${ground}"/>
${look.artwork === 'pattern' ? pattern : ''}
</svg>`;
  const picture = look.artwork === 'picture' ? look.picture : undefined;
  return sharp(picture ?? Buffer.from(svg))
    .resize(width, height, { fit: 'cover' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

interface Row {
  items: SetText[];
  gap: number;
  direction: Direction;
}

/** Renders the rows of words: kicker, title and the company's mark. */
async function setWords(
  { kicker, title, wordmark, direction }: Card,
  look: CardLook,
  layout: Layout,
  isDark: boolean,
): Promise<Row[]> {
  const { ink, 'ink-soft': soft } = isDark ? look.theme.dark : look.theme.light;
  const inner = layout.width - 2 * layout.padding;
  const set = async (text: string | undefined, setting: Omit<Parameters<typeof setText>[1], 'width'>) =>
    text ? [await setText(text, { ...setting, width: inner })] : [];
  const lineOf = (text = '') => (/\p{Script=Arabic}/u.test(text) ? layout.line.arabic : layout.line.latin);
  const [over, main, named] = [kicker, title, wordmark].map(settableText);
  const display = { face: faces.display, colour: ink, close: true };
  const [overSet, mainSet, logo, name] = await Promise.all([
    set(over, { face: faces.text, colour: soft, height: lineOf(over), sizes: layout.kicker }),
    set(main, { ...display, ...layout.title }),
    drawLogo(isDark ? (look.logoDark ?? look.logo) : look.logo, layout.logo),
    // The company's name is not drawn if the logo contains it, or if the fonts lack its script.
    set(named, { ...display, height: lineOf(named), sizes: layout.name }),
  ]);
  const rows = [
    { items: overSet, gap: 0, direction },
    { items: mainSet, gap: layout.gap, direction: directionOf(main ?? '') ?? direction },
    { items: [...logo, ...name], gap: layout.markGap, direction },
  ].filter(({ items }) => items.length > 0);
  return rows.map((row, at) => (at === 0 ? { ...row, gap: 0 } : row));
}

const widthOf = (items: readonly SetText[], { between }: Layout) =>
  items.reduce((sum, item) => sum + item.width, between * (items.length - 1));
const heightOf = (items: readonly SetText[]) => Math.max(...items.map((item) => item.height));

/** Places the items of a row side by side, from the edge at which reading begins. */
function placeRow(
  items: readonly SetText[],
  { between }: Layout,
  box: { left: number; top: number; width: number },
  direction: Direction,
): OverlayOptions[] {
  let used = 0;
  return items.map((item) => {
    const left = direction === 'rtl' ? box.left + box.width - used - item.width : box.left + used;
    used += item.width + between;
    const top = Math.round(box.top + (heightOf(items) - item.height) / 2);
    return { input: item.image, left: Math.max(0, left), top: Math.max(0, top) };
  });
}

/** Draws the logo as large as the box allows. An SVG is rendered at that size. */
async function drawLogo(logo: Buffer | undefined, box: Layout['logo']): Promise<SetText[]> {
  if (!logo) return [];
  const { default: sharp } = await import('sharp');
  const { width: own = 1, height: ownHeight = 1, format } = await sharp(logo).metadata();
  const scale = Math.min(box.height / ownHeight, box.width / own);
  const density = format === 'svg' ? Math.min(2400, Math.max(72, 72 * scale)) : 72;
  const { data, info } = await sharp(logo, { density })
    .resize(box.width, box.height, { fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return [{ image: data, width: info.width, height: info.height }];
}
