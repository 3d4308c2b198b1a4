import sharp, { type OverlayOptions } from 'sharp';
import { drawPattern, type Palette } from '#shared/pattern/drawing.ts';
import { shareImageSize } from '#shared/share-image.ts';
import { faces, loadFonts } from './fonts.ts';
import { type SetText, setText } from './set-text.ts';
import { settableText } from './settable-text.ts';

/** What stands on a card. */
export interface Card {
  /** Decides the pattern: the same as on the page. */
  seed: string;
  /** One of the seed's own choosing unless told. */
  palette?: Palette;
  /** One or two words over the title. */
  kicker: string;
  title: string;
  /** The name of the studio beside its star. */
  wordmark: string;
}

/** Of client/ui/pattern/Pattern.module.css: a print has the same colours in both themes. */
const inks: Record<Palette, { ground: string; star: string; square: string; core: string; stroke: string }> =
  {
    lapis: { ground: '#1d3cc0', star: '#2a4bd8', square: '#eef2f8', core: '#d8702a', stroke: '#c9d5fb' },
    night: { ground: '#0b1434', star: '#15225a', square: '#d8702a', core: '#8fa7ff', stroke: '#6f84d8' },
    copper: { ground: '#d8702a', star: '#c05f1d', square: '#0b1434', core: '#eef2f8', stroke: '#fbe3cf' },
    paper: { ground: '#dfe6f3', star: '#eef2f8', square: '#1d3cc0', core: '#d8702a', stroke: '#1d3cc0' },
  };

const { width, height } = shareImageSize;
const sheet = { width: 900, padding: 60, gap: 38, markGap: 54 };
const inner = sheet.width - 2 * sheet.padding;
const titleSizes = [112, 92, 76, 64, 54, 46, 40] as const;
const titleHeight = 312;

/** The image that a link is shown with: the pattern of the page, and on it a sheet with what the page is. PNG. */
export async function drawCard({ seed, palette, kicker, title, wordmark }: Card): Promise<Buffer> {
  await loadFonts();
  const drawing = drawPattern(seed, 8, 5);
  const shown = palette ?? drawing.palette;
  // On light paper the sheet is dark, or it would not stand out.
  const [paper, ink, soft] =
    shown === 'paper' ? ['#0b1434', '#eef2f8', '#aab6d0'] : ['#f3f5f9', '#0d1730', '#46516c'];
  const settable = settableText(title);
  const line = { face: faces.text, width: inner, height: 60 };
  const [over, main, name] = await Promise.all([
    setText(kicker, { ...line, colour: soft, sizes: [30] }),
    settable === undefined
      ? undefined
      : setText(settable, {
          face: faces.display,
          colour: ink,
          width: inner,
          height: titleHeight,
          sizes: titleSizes,
          close: true,
        }),
    setText(settableText(wordmark) ?? ' ', {
      ...line,
      face: faces.display,
      colour: ink,
      sizes: [44, 34, 26],
      close: true,
    }),
  ]);

  const starSize = 56;
  const markHeight = Math.max(starSize, name.height);
  const blocks = [over.height, ...(main ? [main.height] : []), markHeight];
  const sheetHeight =
    2 * sheet.padding +
    blocks.reduce((sum, each) => sum + each, 0) +
    sheet.gap * (blocks.length - 2) +
    sheet.markGap;
  const top = height - sheetHeight;
  const place = (text: SetText, y: number, rightToLeft = false): OverlayOptions => ({
    input: text.image,
    left: rightToLeft ? sheet.width - sheet.padding - text.width : sheet.padding,
    top: Math.max(0, Math.round(y)),
  });

  const titleTop = top + sheet.padding + over.height + sheet.gap;
  const markTop = height - sheet.padding - markHeight;
  const isRightToLeft = /^[^\p{L}]*\p{Script=Arabic}/u.test(settable ?? '');
  return sharp(Buffer.from(picture()))
    .composite([
      place(over, top + sheet.padding),
      ...(main ? [place(main, titleTop, isRightToLeft)] : []),
      {
        input: name.image,
        left: sheet.padding + starSize + 16,
        top: Math.round(markTop + (markHeight - name.height) / 2),
      },
    ])
    .png({ palette: true, colours: 128, effort: 4, compressionLevel: 9 })
    .toBuffer();

  function picture(): string {
    const { ground, star, square, core, stroke } = inks[shown];
    const middle = markTop + markHeight / 2;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<svg width="${width}" height="${height}" viewBox="0 0 ${drawing.width} ${drawing.height}" preserveAspectRatio="xMidYMid slice">
<rect width="100%" height="100%" fill="${ground}"/>
<g stroke="${stroke}" stroke-width="1.5"><path d="${drawing.stars}" fill="${star}"/><path d="${drawing.squares}" fill="${square}"/></g>
<path d="${drawing.cores}" fill="${core}"/>
</svg>
<rect y="${top}" width="${sheet.width}" height="${sheetHeight}" fill="${paper}"/>
<g transform="translate(${sheet.padding + starSize / 2} ${middle}) scale(${starSize / 22})" fill="${shown === 'paper' ? '#8fa7ff' : '#1d3cc0'}">
<rect x="-7.5" y="-7.5" width="15" height="15"/><rect x="-7.5" y="-7.5" width="15" height="15" transform="rotate(45)"/>
<circle r="3.6" fill="#d8702a"/></g>
</svg>`;
  }
}
