import { limits, MIB } from '#shared/limits.ts';
import { encodeImage } from '../encode-image.ts';
import { fileProblem, outerProblem } from './file-problem.ts';

/** Maximum size of a picture that is made smaller, in bytes; a larger file is not even decoded. */
export const sourceBytes = 64 * MIB;

/** Longest side of an uploaded picture that is made smaller, in pixels: twice what the largest place shows. */
const longestSide = 4000;

/**
 * Returns the picture that is sent for a chosen file, and why the server would refuse it, if it would. In place of one
 * that is too large a smaller one is sent.
 */
export async function fittingPicture(chosen: File) {
  const refused = await fileProblem(chosen, 'image');
  if (!refused || outerProblem(chosen, 'image', sourceBytes)) return { file: chosen, problem: refused };
  const decoded = await createImageBitmap(chosen).catch(() => undefined);
  const file = decoded ? await shrinkImage(chosen, decoded, longestSide) : chosen;
  decoded?.close();
  return { file, problem: file === chosen ? refused : await fileProblem(file, 'image') };
}

/** Quality of a JPEG or WebP file, from 0 to 1: a compromise between no visible difference and half the bytes. */
const quality = 0.85;

/**
 * Returns an image of which no side is longer than this, rotated according to its metadata. The file itself is returned
 * if it is small enough, or if scaling would not make it smaller; a GIF too, because a canvas only holds the first
 * picture of an animation. A new image has no metadata such as the location.
 */
export async function shrinkImage(file: File, decoded: ImageBitmap, longest: number) {
  const share = Math.min(1, longest / Math.max(decoded.width, decoded.height));
  const isLarge = file.size > limits.imageBytes;
  if ((share === 1 && !isLarge) || file.type === 'image/gif') return file;
  const { width, height } = decoded;
  const side = (pixels: number) => Math.max(1, Math.round(pixels * share));
  // A lossy type for a photo, and types with transparency for an image that may be transparent.
  const types = file.type === 'image/jpeg' ? ['image/jpeg'] : ['image/webp', 'image/png'];
  const size = { width: side(width), height: side(height) };
  const encoded = await encodeImage(decoded, { x: 0, y: 0, width, height }, { size, types, quality });
  if (!encoded || encoded.size >= file.size) return file;
  return new File([encoded], file.name, { type: encoded.type, lastModified: file.lastModified });
}
