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

export interface ImageHeader {
  format: ImageFormat;
  /**
   * The size in which the picture is shown, in pixels. Absent if it is not in the bytes that were passed, or is
   * stated in a form that this code does not read.
   */
  size?: { width: number; height: number };
}

type Measured = Omit<ImageHeader, 'format'>;

/**
 * Reads format and size of a picture from its first bytes; undefined if the format is no `ImageFormat`, or if the
 * picture has no pixels.
 */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  const format = formatOf(bytes);
  if (!format) return undefined;
  try {
    const measured = readers[format](bytes);
    return measured && { format, ...measured };
  } catch (error) {
    // The bytes end before the size, so only the format is known.
    if (!(error instanceof RangeError)) throw error;
    return { format };
  }
}

const readers: Record<ImageFormat, (bytes: Buffer) => Measured | undefined> = {
  // PNG (PNG §11.2.1) and GIF begin with their size.
  png: (bytes) =>
    bytes.toString('latin1', 12, 16) === 'IHDR'
      ? sized(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
      : undefined,
  gif: (bytes) => sized(bytes.readUInt16LE(6), bytes.readUInt16LE(8)),
  jpeg: readJpeg,
  webp: (bytes) => readWebp(bytes, bytes.toString('latin1', 12, 16)),
  avif: readAvif,
};

function sized(width: number, height: number): Measured | undefined {
  return width > 0 && height > 0 ? { size: { width, height } } : undefined;
}

/**
 * Reads the segments up to the first frame, which has the size (ISO 10918-1 §B.2.2). EXIF may swap width and height.
 */
function readJpeg(bytes: Buffer): Measured | undefined {
  let onItsSide = false;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return {};
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else {
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
      const [height, width] = isFrame ? [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)] : [0, 0];
      if (isFrame) return onItsSide ? sized(height, width) : sized(width, height);
      const length = bytes.readUInt16BE(at + 2);
      if (marker === 0xe1) onItsSide ||= orientationOf(bytes.subarray(at + 4, at + 2 + length)) >= 5;
      at += 2 + length;
    }
  }
  return {};
}

/** Reads the size from any of the three forms of WebP (RFC 9649 §2.5 to §2.7). */
function readWebp(bytes: Buffer, form: string): Measured | undefined {
  if (form === 'VP8 ') return sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (form === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (form !== 'VP8X') return undefined;
  const hasExif = (bytes.readUInt8(20) & 0x08) !== 0;
  return hasExif ? {} : sized(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
}

/**
 * Reads the size from the only `ispe` property (ISO 23008-12 §6.5.3). For a picture of several parts, or a rotated
 * one, no size is returned: the browser determines it.
 */
function readAvif(bytes: Buffer): Measured | undefined {
  const at = bytes.indexOf('ispe');
  if (at < 0 || bytes.indexOf('ispe', at + 4) >= 0 || bytes.includes('irot')) return {};
  return sized(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12));
}

/** Returns the orientation in an EXIF segment of a JPEG: 1 to 8 (TIFF 6.0 §8); 1, not turned, if it cannot be read. */
function orientationOf(segment: Buffer): number {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return 1;
  const tiff = segment.subarray(6);
  try {
    const little = tiff.toString('latin1', 0, 2) === 'II';
    const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let at = first + 2; at < first + 2 + 12 * short(first); at += 12)
      if (short(at) === 0x0112) return short(at + 8);
  } catch {
    // The segment is shorter than it states: its orientation counts as 1.
  }
  return 1;
}
