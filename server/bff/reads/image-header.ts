/** What the first bytes of a picture say. */
export interface ImageHeader {
  /** Pixels, as the picture is shown; absent where that stands further behind, or is not plain. */
  size?: { width: number; height: number };
}

/** Reads what a picture is and how large; undefined for what is none of PNG, JPEG, GIF, WebP and AVIF. */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  const text = bytes.toString('latin1', 0, 32);
  try {
    // A PNG begins with its size (PNG §11.2.1), and so does a GIF.
    if (text.startsWith('\x89PNG\r\n\x1a\n'))
      return text.startsWith('IHDR', 12) ? sized(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) : undefined;
    if (/^GIF8[79]a/.test(text)) return sized(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
    if (text.startsWith('\xff\xd8\xff')) return readJpeg(bytes);
    if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return readWebp(bytes, text.slice(12, 16));
    if (text.startsWith('ftypavi', 4)) return readAvif(bytes);
  } catch (error) {
    // It ends before it says its size.
    if (!(error instanceof RangeError)) throw error;
    return {};
  }
  return undefined;
}

function sized(width: number, height: number): ImageHeader | undefined {
  return width > 0 && height > 0 ? { size: { width, height } } : undefined;
}

/** Segments up to the first that begins a frame (ISO 10918-1 §B.2.2); EXIF may say that it lies on its side. */
function readJpeg(bytes: Buffer): ImageHeader | undefined {
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
      if (marker === 0xe1) onItsSide ||= liesOnItsSide(bytes.subarray(at + 4, at + 2 + length));
      at += 2 + length;
    }
  }
  return {};
}

/** Orientation 5 to 8 of EXIF (tag 0x0112 of the first directory). */
function liesOnItsSide(exif: Buffer): boolean {
  if (!exif.toString('latin1', 0, 6).startsWith('Exif\0\0')) return false;
  const tiff = exif.subarray(6);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const count = short(directory);
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + 12 * entry;
    if (short(at) === 0x0112) return short(at + 8) >= 5;
  }
  return false;
}

/** The three forms of RFC 9649 §2.5 to §2.7. */
function readWebp(bytes: Buffer, form: string): ImageHeader | undefined {
  if (form === 'VP8 ') return sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (form === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (form !== 'VP8X') return undefined;
  const hasExif = (bytes.readUInt8(20) & 0x08) !== 0;
  return hasExif ? {} : sized(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
}

/** The one `ispe` property (ISO 23008-12 §6.5.3); a picture of several parts, or a turned one, is left to the browser. */
function readAvif(bytes: Buffer): ImageHeader | undefined {
  const at = bytes.indexOf('ispe');
  if (at < 0 || bytes.indexOf('ispe', at + 4) >= 0 || bytes.includes('irot')) return {};
  return sized(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12));
}
