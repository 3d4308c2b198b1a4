import { join } from 'node:path';

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
export function loadFonts(): Promise<void> {
  loading ??= load();
  return loading;
}

async function load(): Promise<void> {
  const { default: sharp } = await import('sharp');
  const known = files.map((file) =>
    sharp({ text: { text: 'I', fontfile: join(import.meta.dirname, 'fonts', file) } }).toBuffer(),
  );
  await Promise.all(known);
}
