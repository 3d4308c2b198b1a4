import type { OverlayOptions } from 'sharp';
import { type Drawing, drawPattern, type Palette } from '#shared/pattern/drawing.ts';
import type { Site } from '#shared/schemas/site.ts';
import { shareImageSize } from '#shared/share-image.ts';
import type { Theme } from '#shared/site/theme.ts';
import { type Direction, directionOf } from '#shared/text-direction.ts';
import { faces, loadFonts } from './fonts.ts';
import { type SetText, setText } from './set-text.ts';
import { settableText } from './settable-text.ts';

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
  /** The direction of the site's language: a card from right to left is mirrored. By default from left to right. */
  direction?: Direction;
}

/** The company's design, the same on cards as on pages. */
export interface CardLook {
  theme: Theme;
  artwork: Site['brand']['artwork'];
  pattern?: Site['brand']['pattern'];
  /**
   * The following image files, as bytes: the artwork, and the logo for a light and for a dark sheet (the rectangle
   * with the text).
   */
  picture?: Buffer;
  logo?: Buffer;
  logoDark?: Buffer;
}

const { width, height } = shareImageSize;
const sheet = { width: 900, padding: 60, gap: 38, markGap: 54 };
const inner = sheet.width - 2 * sheet.padding;
const titleSizes = [112, 92, 76, 64, 54, 46, 40] as const;
const titleHeight = 312;

/** Maximum size of the logo on the rectangle with the text, and the space next to the logo (`gap`), in pixels. */
const logoBox = { height: 72, width: 420, gap: 16 };

/**
 * Draws the card as a PNG: the page's artwork, and on it a rectangle (the sheet) with the words that describe the
 * page.
 */
export async function drawCard(
  { seed, palette, kicker, title, wordmark, direction = 'ltr' }: Card,
  look: CardLook,
): Promise<Buffer> {
  await loadFonts();
  const drawing = drawPattern(seed, 8, 5, look.pattern);
  const shown = palette ?? drawing.palette;
  // If the artwork shows light paper, the rectangle with the text is dark, for contrast.
  const isDark = shown === 'paper';
  const { bg: paper, ink, 'ink-soft': soft } = isDark ? look.theme.dark : look.theme.light;
  const settable = settableText(title);
  const named = settableText(wordmark);
  // Settings for a text of one line. Nastaliq, the style of the Urdu font, is written on a slope and needs twice the
  // height.
  const lineOf = (text: string) => ({
    face: faces.text,
    width: inner,
    height: /\p{Script=Arabic}/u.test(text) ? 140 : 60,
  });
  const [over, main, logo, name] = await Promise.all([
    setIfAny(kicker && (settableText(kicker) ?? '·'), { ...lineOf(kicker), colour: soft, sizes: [30] }),
    setIfAny(settable, {
      face: faces.display,
      colour: ink,
      width: inner,
      height: titleHeight,
      sizes: titleSizes,
      close: true,
    }),
    drawLogo(isDark ? (look.logoDark ?? look.logo) : look.logo),
    // The company's name is not drawn if the logo contains it, or if the fonts lack its script.
    setIfAny(named, {
      ...lineOf(named ?? ''),
      face: faces.display,
      colour: ink,
      sizes: [44, 34, 26],
      close: true,
    }),
  ]);

  const markHeight = Math.max(logo?.height ?? 0, name?.height ?? 0);
  const blocks = [over, main].flatMap((text) => (text ? [text.height] : []));
  const sheetHeight =
    2 * sheet.padding +
    blocks.reduce((sum, each) => sum + each, 0) +
    sheet.gap * Math.max(0, blocks.length - 1) +
    (markHeight > 0 ? sheet.markGap + markHeight : 0);
  const top = height - sheetHeight;
  /** Places an image `from` pixels from the side of the sheet at which its direction begins. */
  const place = (of: SetText, y: number, from = 0, way = direction): OverlayOptions => {
    const start = sheet.padding + from;
    return {
      input: of.image,
      left: leftOfSheet(direction) + (way === 'rtl' ? sheet.width - start - of.width : start),
      top: Math.max(0, Math.round(y)),
    };
  };

  const titleTop = top + sheet.padding + (over ? over.height + sheet.gap : 0);
  const markTop = height - sheet.padding - markHeight;
  const onLine = (of: SetText, from: number) => place(of, markTop + (markHeight - of.height) / 2, from);
  const { default: sharp } = await import('sharp');
  const ground = await sharp(Buffer.from(groundSvg(drawing, shown, look)))
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(look.artwork === 'picture' && look.picture ? look.picture : ground)
    .resize(width, height, { fit: 'cover' })
    .composite([
      { input: Buffer.from(sheetSvg(top, direction, paper)) },
      ...(over ? [place(over, top + sheet.padding)] : []),
      ...(main ? [place(main, titleTop, 0, directionOf(settable ?? ''))] : []),
      ...(logo ? [onLine(logo, 0)] : []),
      ...(name ? [onLine(name, logo ? logo.width + logoBox.gap : 0)] : []),
    ])
    .png({ palette: true, colours: 128, effort: 4, compressionLevel: 9 })
    .toBuffer();
}

/** Draws the ground of the card: the pattern of the company, or a plain colour. */
function groundSvg(drawing: Drawing, palette: Palette, { theme, artwork }: CardLook): string {
  const { ground, star, square, core, stroke } = theme.art[palette];
  const pattern = `<svg width="${width}" height="${height}" viewBox="0 0 ${drawing.width} ${drawing.height}" preserveAspectRatio="xMidYMid slice">
<g stroke="${stroke}" stroke-width="1.5"><path d="${drawing.stars}" fill="${star}"/><path d="${drawing.squares}" fill="${square}"/></g>
<path d="${drawing.cores}" fill="${core}"/>
</svg>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="${ground}"/>
${artwork === 'pattern' ? pattern : ''}
</svg>`;
}

/** Draws the sheet at the lower edge, on the side where its direction begins. */
function sheetSvg(top: number, direction: Direction, paper: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect x="${leftOfSheet(direction)}" y="${top}" width="${sheet.width}" height="${height - top}" fill="${paper}"/>
</svg>`;
}

function leftOfSheet(direction: Direction): number {
  return direction === 'rtl' ? width - sheet.width : 0;
}

/** Renders the text; undefined if there is none. */
export async function setIfAny(
  text: string | undefined,
  setting: Parameters<typeof setText>[1],
): Promise<SetText | undefined> {
  return text ? setText(text, setting) : undefined;
}

/** Draws the logo as large as the box allows. An SVG is rendered at that size. */
export async function drawLogo(
  logo: Buffer | undefined,
  box: { width: number; height: number } = logoBox,
): Promise<SetText | undefined> {
  if (!logo) return undefined;
  const { default: sharp } = await import('sharp');
  const { width: own = 1, height: ownHeight = 1, format } = await sharp(logo).metadata();
  const scale = Math.min(box.height / ownHeight, box.width / own);
  const density = format === 'svg' ? Math.min(2400, Math.max(72, 72 * scale)) : 72;
  const { data, info } = await sharp(logo, { density })
    .resize(box.width, box.height, { fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { image: data, width: info.width, height: info.height };
}
