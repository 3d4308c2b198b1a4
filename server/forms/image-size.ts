import { open } from 'node:fs/promises';
import { limits } from '#shared/limits.ts';
import { readDecoderHeader } from '../image-files/decoder-header.ts';
import { readImageHeader, signatureBytes } from '../image-files/image-header.ts';
import { refuseField } from './refusals.ts';

/**
 * Checks the size of an image by its header, without decoding pixels. Throws 422 when the header cannot be read, or
 * when the image has more pixels than our image code and a visitor's phone should decode (limits.imageSidePixels a
 * side, limits.imagePixels in all frames together).
 */
export async function assertImageSize(path: string, type: string, field: string): Promise<void> {
  const image = await readDecoderHeader(path).catch(() => undefined);
  if (!image?.width || !image.height || `image/${image.format}` !== type) {
    throw refuseField('upload.badImage', 422, field);
  }
  const { frames } = image;
  const screen = type === 'image/gif' ? await gifScreen(path) : { width: 0, height: 0 };
  const width = Math.max(image.width, screen.width);
  const height = Math.max(image.height, screen.height);
  const size = `${width} × ${height}${frames > 1 ? ` × ${frames} frames` : ''}`;
  if (Math.max(width, height) > limits.imageSidePixels) {
    const limit = `${limits.imageSidePixels} a side`;
    throw refuseField('upload.imageTooWide', 422, field, { size, limit });
  }
  if (width * height * frames > limits.imagePixels) {
    const limit = `${limits.imagePixels / 1_000_000} million in all`;
    throw refuseField('upload.imageTooWide', 422, field, { size, limit });
  }
}

/**
 * Returns the canvas size of a GIF, which browsers allocate. libvips reports the size of the frames instead if the
 * canvas seems implausible.
 */
async function gifScreen(path: string): Promise<{ width: number; height: number }> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0);
    return readImageHeader(buffer)?.size ?? { width: 0, height: 0 };
  } finally {
    await file.close();
  }
}
