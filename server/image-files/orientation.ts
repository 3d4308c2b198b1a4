const prefix = 'Exif\0\0';
const orientationTag = 0x0112;

/**
 * Returns an EXIF block of the same length that contains only the orientation. Zeros if the picture is not turned, or
 * if the block cannot be read or is not EXIF (a segment APP1 of JPEG may be XMP).
 */
export function onlyOrientation(block: Buffer): Buffer {
  const blank = Buffer.alloc(block.length);
  const start = startOf(block);
  const orientation = orientationOf(block);
  const written = tiffOf(orientation);
  if (orientation < 2 || block.length < start + written.length) return blank;
  blank.write(start ? prefix : '', 'latin1');
  written.copy(blank, start);
  return blank;
}

/** Returns the position of the TIFF data in an EXIF block; in a JPEG a prefix precedes it. */
function startOf(block: Buffer): number {
  return block.toString('latin1', 0, prefix.length) === prefix ? prefix.length : 0;
}

/** Returns the orientation of an EXIF block: 1 to 8 (TIFF 6.0 §8); 1, not turned, if it cannot be read. */
export function orientationOf(block: Buffer): number {
  const tiff = block.subarray(startOf(block));
  try {
    const little = tiff.toString('latin1', 0, 4) === 'II*\0';
    if (!little && tiff.toString('latin1', 0, 4) !== 'MM\0*') return 1;
    const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    const count = short(first);
    for (let at = first + 2; at < first + 2 + 12 * count; at += 12) {
      if (short(at) === orientationTag) return Math.min(8, short(at + 8));
    }
  } catch {
    // The block is shorter than it states: its orientation counts as 1.
  }
  return 1;
}

/** Makes TIFF data whose directory has only the orientation. */
function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(orientationTag, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
