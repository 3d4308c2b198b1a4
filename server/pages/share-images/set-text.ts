import { truncate } from '#shared/summary-text.ts';
import { directionOf } from '#shared/text-direction.ts';
import { xmlText } from '../machine-files/xml.ts';

/** A rendered text: a transparent PNG as large as its ink. */
export interface SetText {
  image: Buffer;
  width: number;
  height: number;
}

interface Setting {
  /** Pango's name of the font, without a size. */
  face: string;
  colour: string;
  /** In pixels. */
  width: number;
  height: number;
  /** Sizes to try in pixels, largest first. */
  sizes: readonly [number, ...number[]];
  /** True to set letters and lines closer together, as large type requires. */
  close?: boolean;
}

/**
 * Renders a text in the largest size that fits. A text that does not fit in the smallest size is cut. The text is
 * data: none of it is read as markup.
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

/** Invisible marks that set the writing direction. */
const ways = { ltr: '\u200e', rtl: '\u200f' } as const;

async function setInSize(
  text: string,
  size: number,
  { face, colour, width, close }: Setting,
): Promise<SetText> {
  // Nastaliq needs its natural line height.
  const isClose = close && !/\p{Script=Arabic}/u.test(text);
  // In 1024ths of a point: 2 % of the size.
  const tight = isClose ? ` line_height="0.95" letter_spacing="${Math.round(-size * 20.48)}"` : '';
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp({
    text: {
      // Pango uses the direction of the first letter for the whole line.
      text: `<span foreground="${colour}"${tight}>${ways[directionOf(text) ?? 'ltr']}${xmlText(text)}</span>`,
      font: `${face} ${size}`,
      width,
      rgba: true,
      // At 72 dpi a point is a pixel.
      dpi: 72,
      wrap: 'word-char',
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { image: data, width: info.width, height: info.height };
}
