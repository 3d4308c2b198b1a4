/** The formats that are made smaller, by the names that libvips has for them. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** How many bytes `formatOf` looks at. */
export const signatureBytes = 32;

/** What the first bytes say, never a name or a Content-Type; undefined for anything that is no picture of these formats. */
export function formatOf(head: Buffer): ImageFormat | undefined {
  const text = head.toString('latin1', 0, signatureBytes);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  // ISO 14496-12 §4.3: the main brand, and those that the file is compatible with.
  if (text.startsWith('ftyp', 4) && /^(avif|avis|mif1)/.test(text.slice(8)) && /avi[fs]/.test(text.slice(8)))
    return 'avif';
  return undefined;
}

/**
 * True for a picture that moves: a still of it would be another picture. GIF is judged by libvips (`pages`), as WebP is; what
 * libvips takes for a still is an APNG (a chunk `acTL` ahead of the pixels) and a sequence of AVIF (brand `avis`).
 */
export function movesUnseen(source: Buffer, format: ImageFormat): boolean {
  if (format === 'avif') return /avis/.test(source.toString('latin1', 8, signatureBytes));
  if (format !== 'png') return false;
  const pixels = source.indexOf('IDAT');
  const animation = source.indexOf('acTL');
  return animation !== -1 && (pixels === -1 || animation < pixels);
}
