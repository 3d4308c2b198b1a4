/**
 * True when the bytes of an image file hold more than one picture. A canvas keeps the first alone, so an animation is
 * never drawn anew. Formats: GIF89a §20 (image descriptors), WebP container (VP8X flags), PNG 3rd edition (acTL), AVIF
 * (brand `avis`).
 */
export function isAnimated(bytes: Uint8Array): boolean {
  if (ascii(bytes, 0, 3) === 'GIF') return gifPictures(bytes) > 1;
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 8) === 'WEBPVP8X') return ((bytes[20] ?? 0) & 2) !== 0;
  if (ascii(bytes, 1, 3) === 'PNG') return hasPngAnimation(bytes);
  return ascii(bytes, 4, 8) === 'ftypavis';
}

function ascii(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}

/** Counts to two: more is not asked. */
function gifPictures(bytes: Uint8Array): number {
  let at = 13 + colours(bytes[10]);
  let pictures = 0;
  while (at < bytes.length && pictures < 2) {
    const kind = bytes[at];
    if (kind === 0x21) at = afterBlocks(bytes, at + 2);
    else if (kind === 0x2c) {
      pictures += 1;
      at = afterBlocks(bytes, at + 11 + colours(bytes[at + 9]));
    } else break;
  }
  return pictures;
}

/** Bytes of the colour table that the flags announce. */
function colours(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function afterBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = bytes[at]; length; length = bytes[at]) at += length + 1;
  return at + 1;
}

/** `acTL` stands before the first `IDAT`. */
function hasPngAnimation(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const kind = ascii(bytes, at + 4, 4);
    if (kind === 'acTL') return true;
    if (kind === 'IDAT') return false;
  }
  return false;
}
