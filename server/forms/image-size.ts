import { readFile } from 'node:fs/promises';
import { limits } from '#shared/limits.ts';
import { readDecoderHeader } from '../image-files/decoder-header.ts';
import { gifCanvas } from '../image-files/image-header.ts';
import { isWholePicture } from '../image-files/whole-picture.ts';
import { refuseCutImage, refuseField } from './refusals.ts';

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
  const isWhole = await isWholePicture(file, { format: image.format, width, height });
  if (!isWhole) throw refuseCutImage(field);
}
