import { decodePicture, mostDecodedPixels } from './decoder-header.ts';

/**
 * False if the pixels of a picture end early, as after a transfer that broke off, or are damaged. A picture of more
 * pixels than are decoded counts as whole. `header` is what the picture says of itself.
 */
export async function isWholePicture(
  picture: Buffer,
  header: { format: string | undefined; width: number; height: number },
): Promise<boolean> {
  if (header.width * header.height > mostDecodedPixels) return true;
  if (endings[header.format ?? '']?.(picture) === false) return false;
  return decodePicture(picture).then(
    () => true,
    () => false,
  );
}

/** Formats of which the decoder shows the frames before a cut, and says nothing: whether a file of each is whole. */
const endings: Record<string, (file: Buffer) => boolean> = {
  gif: endsAsGif,
  png: (file) => file.includes('IEND'),
};

/** False if the file ends within a block (GIF89a §12). */
function endsAsGif(file: Buffer): boolean {
  for (let at = 13 + paletteBytes(file[10]); at < file.length; ) {
    const kind = file[at];
    // The end, or data that is not GIF.
    if (kind !== 0x2c && kind !== 0x21) return true;
    at += kind === 0x2c ? 11 + paletteBytes(file[at + 9]) : 2;
    for (let size = file[at]; size; size = file[at]) at += size + 1;
    at += 1;
  }
  return false;
}

/** The number of bytes of a palette of a GIF, from the flags of its screen or frame (GIF89a §18). */
function paletteBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
