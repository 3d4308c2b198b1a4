import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { limits } from '#shared/limits.ts';
import { decodeInTurn, loadDecoder } from './decoder-header.ts';
import { formatOf, type ImageFormat, movesUnseen } from './image-header.ts';

/** The quality with which a picture is encoded again: high, because its smaller versions are made of it. */
const quality = 92;

const encodings = {
  jpeg: { quality },
  png: {},
  webp: { quality },
  avif: { quality: 75 },
} satisfies Partial<Record<ImageFormat, object>>;

/**
 * Returns a picture without what it reveals of place, time, camera and people (docs/product.md §23): encoded again,
 * upright, with its colour profile. Undefined if there is nothing to remove, or if the picture would be lost with it:
 * an animated PNG or AVIF, and a file that cannot be decoded, stay as they are. So does a GIF, which has no EXIF.
 */
export async function withoutMetadata(picture: Buffer): Promise<Buffer | undefined> {
  const format = formatOf(picture);
  if (!format || format === 'gif' || movesUnseen(picture, format)) return undefined;
  const sharp = await loadDecoder();
  const decoder = sharp(picture, { failOn: 'truncated', limitInputPixels: false, animated: true });
  const header = await decoder.metadata().catch(() => undefined);
  if (!header || !(header.exif ?? header.xmp ?? header.iptc ?? header.comments)) return undefined;
  if (header.width * header.height > limits.imagePixels) return undefined;
  return decodeInTurn(() => {
    const upright = header.pages ? decoder : decoder.autoOrient();
    // The profile of a CMYK picture does not fit the screen colours in which it is encoded again.
    const coloured = header.space === 'cmyk' ? upright : upright.keepIccProfile();
    return coloured
      .toFormat(format, encodings[format])
      .toBuffer()
      .catch(() => undefined);
  });
}

/** Removes the metadata from a picture before it is stored. The file stays at its path. */
export async function takeOutMetadata(path: string): Promise<void> {
  const plain = await withoutMetadata(await readFile(path));
  if (!plain) return;
  const draft = `${path}.plain`;
  try {
    await writeFile(draft, plain, { mode: 0o600, flush: true });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Returns the SHA-256 that a file would have after `takeOutMetadata`; undefined if it would stay as it is. */
export async function plainHash(path: string): Promise<string | undefined> {
  const plain = await withoutMetadata(await readFile(path));
  return plain && createHash('sha256').update(plain).digest('hex');
}
