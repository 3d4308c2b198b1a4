import { readFile } from 'node:fs/promises';
import { limits } from '#shared/limits.ts';
import { decodePicture, mostDecodedPixels, readDecoderHeader } from '../image-files/decoder-header.ts';
import { gifCanvas } from '../image-files/image-header.ts';
import { refuseField } from './refusals.ts';

/**
 * Checks the size of an image by its header, and then that it is whole. Throws 422 when the header cannot be read,
 * when the image has more pixels than our image code and a visitor's phone should decode (limits.imageSidePixels a
 * side, limits.imagePixels in all frames together), and when the pixels end early, as after a transfer that broke off.
 */
export async function assertImage(path: string, type: string, field: string): Promise<void> {
  const image = await readDecoderHeader(path).catch(() => undefined);
  if (!image?.width || !image.height || `image/${image.format}` !== type) {
    throw refuseField('upload.badImage', 422, field);
  }
  const { frames } = image;
  const file = await readFile(path);
  // libvips reports the size of the frames instead if the canvas of a GIF seems implausible.
  const canvas = type === 'image/gif' ? gifCanvas(file) : image;
  const width = Math.max(image.width, canvas.width);
  const height = Math.max(image.height, canvas.height);
  const size = `${width} × ${height}${frames > 1 ? ` × ${frames} frames` : ''}`;
  if (Math.max(width, height) > limits.imageSidePixels) {
    const limit = `${limits.imageSidePixels} a side`;
    throw refuseField('upload.imageTooWide', 422, field, { size, limit });
  }
  if (width * height * frames > limits.imagePixels) {
    const limit = `${limits.imagePixels / 1_000_000} million in all`;
    throw refuseField('upload.imageTooWide', 422, field, { size, limit });
  }
  if (width * height > mostDecodedPixels) return;
  const isWhole = endings[type]?.(file) ?? true;
  await (isWhole ? decodePicture(path) : Promise.reject(new Error('the file is cut'))).catch(() => {
    throw refuseField('upload.cutImage', 422, field);
  });
}

/** Formats of which the decoder shows the frames before a cut, and says nothing: whether a file of each is whole. */
const endings: Record<string, (file: Buffer) => boolean> = {
  'image/gif': endsAsGif,
  'image/png': (file) => file.includes('IEND'),
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
