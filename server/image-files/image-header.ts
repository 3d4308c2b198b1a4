/** The picture formats that this product can make smaller. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** The number of bytes that `formatOf` needs. */
export const signatureBytes = 32;

/**
 * Detects the format of a picture by the first bytes, never by a name or a Content-Type; undefined if it is no
 * `ImageFormat`.
 */
export function formatOf(head: Buffer): ImageFormat | undefined {
  const text = head.toString('latin1', 0, signatureBytes);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  // ISO 14496-12 §4.3: the main brand, and the compatible brands.
  if (text.startsWith('ftyp', 4) && /^(avif|avis|mif1)/.test(text.slice(8)) && /avi[fs]/.test(text.slice(8)))
    return 'avif';
  return undefined;
}

/**
 * True for animations that libvips takes for stills: an APNG (a chunk `acTL` before the pixels) and an AVIF sequence
 * (brand `avis`). They must not be converted, since the result would not move. Animated GIF and WebP need no check
 * here: libvips detects them (`pages`).
 */
export function movesUnseen(source: Buffer, format: ImageFormat): boolean {
  if (format === 'avif') return /avis/.test(source.toString('latin1', 8, signatureBytes));
  if (format !== 'png') return false;
  const pixels = source.indexOf('IDAT');
  const animation = source.indexOf('acTL');
  return animation !== -1 && (pixels === -1 || animation < pixels);
}

/** Returns the size of a GIF's canvas, which browsers allocate, from its first bytes (GIF89a §18). */
export function gifCanvas(head: Buffer): { width: number; height: number } {
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}
