import { deskMessages } from '#shared/desk-messages.ts';
import { MIB } from '#shared/limits.ts';
import { encodeImage } from '../ui/encode-image.ts';
import { dataAddress } from '../ui/fields/data-address.ts';
import { outerProblem, pixelsProblem } from '../ui/fields/file-problem.ts';

/** An image file as a `data:` URL for a text (docs/product.md §2), or the reason why the file is refused. */
interface InlineImage {
  src?: string;
  problem?: string;
}

/**
 * Maximum size of an image file, in bytes; a larger file is not even decoded. It is higher than the maximum for
 * uploads, because a photo is scaled down here.
 */
const sourceBytes = 64 * MIB;

/** Reads an image file as a `data:` URL. An image with a side of more than 2000 px is scaled down. */
export async function readInlineImage(file: File): Promise<InlineImage> {
  const refused = outerProblem(file, 'image', sourceBytes);
  if (refused) return { problem: refused };
  const decoded = await createImageBitmap(file).catch(() => undefined);
  try {
    const unusable = pixelsProblem(decoded, file.name);
    if (!decoded || unusable) return { problem: unusable };
    const kept = await shrinkImage(file, decoded);
    const tooLarge = outerProblem(kept, 'image');
    return tooLarge ? { problem: tooLarge } : { src: await dataAddress(kept) };
  } finally {
    decoded?.close();
  }
}

/**
 * Returns the file that a base64 `data:` URL contains; undefined for any other URL. The URL is decoded here, because
 * the CSP does not allow to fetch it.
 */
export function dataFile(address: string) {
  const parts = /^data:([\w/+.-]+);base64,(.*)$/s.exec(address);
  if (!parts) return undefined;
  const [, type = '', base64 = ''] = parts;
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return new File([bytes], deskMessages['editor.pastedImage'], { type });
  } catch {
    return undefined;
  }
}

/** Quality of a JPEG or WebP file, from 0 to 1: a compromise between no visible difference and half the bytes. */
const quality = 0.85;

/**
 * Longest side of an image in a text, in pixels. No page shows an image in a larger size, so readers would download
 * the additional pixels for nothing.
 */
const longestSide = 2000;

/**
 * Returns an image of which no side is longer than 2000 px, rotated according to its metadata. The file itself is
 * returned if it is small enough, or if scaling would not make it smaller; a GIF too, because a canvas only holds the
 * first picture of an animation. A new image has no metadata such as the location.
 */
async function shrinkImage(file: File, decoded: ImageBitmap) {
  const share = longestSide / Math.max(decoded.width, decoded.height);
  if (share >= 1 || file.type === 'image/gif') return file;
  const { width, height } = decoded;
  const side = (pixels: number) => Math.max(1, Math.round(pixels * share));
  // A lossy type for a photo, and types with transparency for an image that may be transparent.
  const types = file.type === 'image/jpeg' ? ['image/jpeg'] : ['image/webp', 'image/png'];
  const size = { width: side(width), height: side(height) };
  const encoded = await encodeImage(decoded, { x: 0, y: 0, width, height }, { size, types, quality });
  if (!encoded || encoded.size >= file.size) return file;
  return new File([encoded], file.name, { type: encoded.type });
}
