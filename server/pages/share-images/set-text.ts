import { truncate } from '#shared/summary-text.ts';
import { directionOf } from '#shared/text-direction.ts';
import { xmlText } from '../machine-files/xml.ts';

/** A rendered text: a transparent PNG, as large as the visible letters. */
export interface SetText {
  image: Buffer;
  width: number;
  height: number;
}

interface Setting {
  /** Pango's name of the font, without a size. */
  face: string;
  colour: string;
  /** Maximum width and height of the text, in pixels. */
  width: number;
  height: number;
  /** Font sizes to try, in pixels, largest first. */
  sizes: readonly [number, ...number[]];
  /** True if letters and lines are set closer together, as large type requires. */
  close?: boolean;
}

/**
 * Renders a text in the largest size that fits. A text that does not fit even in the smallest size is cut. The text
 * is escaped, so that nothing in it is read as markup.
 */
export async function setText(text: string, setting: Setting): Promise<SetText> {
  const { sizes, width, height } = setting;
  for (const size of sizes) {
    const set = await setInSize(text, size, setting);
    if (set.height <= height && set.width <= width) return set;
  }
  const length = [...text].length;
  const smallest = sizes.at(-1) ?? sizes[0];
  if (length < 8) return setInSize(text, smallest, setting);
  return setText(truncate(text, Math.floor(length * 0.8)), { ...setting, sizes: [smallest] });
}

/** Invisible characters that set the writing direction. */
const ways = { ltr: '\u200e', rtl: '\u200f' } as const;

async function setInSize(
  text: string,
  size: number,
  { face, colour, width, close }: Setting,
): Promise<SetText> {
  // Arabic script is never set closer, because Nastaliq needs its natural line height.
  const isClose = close && !/\p{Script=Arabic}/u.test(text);
  // The letter spacing is -2 % of the font size, in the unit of Pango: 1/1024 of a point.
  const tight = isClose ? ` line_height="0.95" letter_spacing="${Math.round(-size * 20.48)}"` : '';
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp({
    text: {
      // Begins with a direction mark, because Pango takes the direction of the whole line from its first letter.
      text: `<span foreground="${colour}"${tight}>${ways[directionOf(text) ?? 'ltr']}${xmlText(text)}</span>`,
      font: `${face} ${size}`,
      width,
      rgba: true,
      // At 72 dpi a point is a pixel, so the font size above is in pixels.
      dpi: 72,
      wrap: 'word-char',
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { image: data, width: info.width, height: info.height };
}
