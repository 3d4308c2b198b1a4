import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readDecoderHeader } from '../../image-files/decoder-header.ts';
import type { Measured } from './pictures-repository.ts';

/**
 * Measures a picture file: its hash, and from its header the size in which the picture is shown (EXIF orientation).
 */
export async function measureFile(path: string): Promise<Measured> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path)) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { hash: hash.digest('hex'), bytes, ...(await pixelsOf(path)) };
}

/** As `measureFile`, for bytes in memory. */
export async function measureBytes(picture: Buffer): Promise<Measured> {
  const hash = createHash('sha256').update(picture).digest('hex');
  return { hash, bytes: picture.length, ...(await pixelsOf(picture)) };
}

/**
 * Returns the size from the header, without decoding pixels. A file that cannot be read gets the size 0, but is
 * stored all the same.
 */
async function pixelsOf(picture: string | Buffer): Promise<{ width: number; height: number }> {
  const header = await readDecoderHeader(picture).catch(() => undefined);
  return header?.shown ?? { width: 0, height: 0 };
}
