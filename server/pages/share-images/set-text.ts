import { join } from 'node:path';
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

/**
 * The studio's fonts and a font for Urdu, as plain TrueType files: the text renderer cannot read WOFF2, and a server
 * has no fonts installed. Their licence is fonts/OFL.txt.
 */
const files = [
  'bricolage-grotesque-latin-800.ttf',
  'bricolage-grotesque-latin-ext-800.ttf',
  'instrument-sans-latin-500.ttf',
  'noto-nastaliq-urdu-arabic-700.ttf',
];

/** Font names as Pango expects them. A comma ends each name: without it, "ExtraBold" would be read as a weight. */
export const faces = {
  display: 'Bricolage Grotesque ExtraBold, Noto Nastaliq Urdu, Bold',
  text: 'Instrument Sans Medium, Noto Nastaliq Urdu, Medium',
} as const;

let loading: Promise<void> | undefined;

/** Registers the fonts with the text renderer, once per process. */
export function loadFonts() {
  loading ??= load();
  return loading;
}

async function load() {
  const { default: sharp } = await import('sharp');
  const known = files.map((file) =>
    sharp({ text: { text: 'I', fontfile: join(import.meta.dirname, 'fonts', file) } }).toBuffer(),
  );
  await Promise.all(known);
}

/** Maximum number of characters on a card, so that the letters stay readable where the card is shown small. */
const maxCharacters = 140;

/** The comma, semicolon and question mark of Arabic script, and the stroke that lengthens words. */
const arabicSigns = '\\u060c\\u061b\\u061f\\u0640';
/**
 * Characters that the fonts contain and that belong to no script: spaces, punctuation, currencies, arrows, joiners.
 */
const signs =
  '\\u0020-\\u007e\\u00a1-\\u00ff\\u200c-\\u200f\\u2010-\\u2027\\u2030-\\u205e\\u20ac\\u2122\\u2190-\\u2193\\u2212';
const known = new RegExp(`[${signs}${arabicSigns}\\p{Script=Latin}\\p{Script=Arabic}\\p{M}]`, 'u');

/**
 * Reduces a title to what the card's fonts can render: emoji and signs that the fonts lack are removed, and a long
 * title is cut at a word. Undefined if the title has letters that the fonts lack, or if nothing remains.
 */
export function settableText(title: string) {
  const kept: string[] = [];
  for (const sign of title.normalize('NFC').replace(/\s+/g, ' ')) {
    if (known.test(sign)) kept.push(sign);
    else if (/[\p{L}\p{N}]/u.test(sign)) return undefined;
  }
  const text = kept.join('').replace(/ +/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(text) ? truncate(text, maxCharacters) : undefined;
}
