import { deskMessages } from '#shared/desk-messages.ts';
import { acceptedNames, acceptedTypes, limits, MIB, readableBytes } from '#shared/limits.ts';
import { type ErrorCode, messageText } from '#shared/messages.ts';
import { encodeImage } from '../ui/encode-image.ts';
import { dataAddress } from '../ui/fields/data-address.ts';

/**
 * An image file as an inline image (`data:` URL) for a text (docs/product.md §2), or the reason why the file is
 * refused.
 */
export type InlineImage = { src: string; problem?: undefined } | { src?: undefined; problem: string };

/**
 * Maximum size of an image file, in bytes; a larger file is not even decoded. It is higher than the maximum for
 * uploads, because a photo is scaled down here.
 */
const sourceBytes = 64 * MIB;

/** Reads an image file as a `data:` URL. An image with a side of more than 2000 px is scaled down. */
export async function readInlineImage(file: File): Promise<InlineImage> {
  const refuse = (code: ErrorCode, values: Record<string, string> = {}): InlineImage => ({
    problem: messageText(code, { field: file.name || deskMessages['editor.pastedImage'], ...values }),
  });
  const tooLarge = () => refuse('upload.tooLarge', { limit: readableBytes(limits.imageBytes) });
  if (!acceptedTypes.image.includes(file.type)) {
    return refuse('upload.wrongType', { accepted: acceptedNames.image });
  }
  if (file.size === 0) return refuse('upload.empty');
  if (file.size > sourceBytes) return tooLarge();

  const decoded = await createImageBitmap(file).catch(() => undefined);
  if (!decoded) return refuse('upload.badImage');
  try {
    const { width, height } = decoded;
    if (Math.max(width, height) > limits.imageSidePixels || width * height > limits.imagePixels) {
      const { imageSidePixels: side } = limits;
      return refuse('upload.imageTooWide', { size: `${width}×${height}`, limit: `${side}×${side}` });
    }
    const kept = await shrinkImage(file, decoded);
    return kept.size > limits.imageBytes ? tooLarge() : { src: await dataAddress(kept) };
  } finally {
    decoded.close();
  }
}

/**
 * Returns the file that a base64 `data:` URL contains; undefined for any other URL. The URL is decoded here, because
 * the CSP does not allow to fetch it.
 */
export function dataFile(address: string): File | undefined {
  const parts = /^data:([\w/+.-]+);base64,(.*)$/s.exec(address);
  if (!parts) return undefined;
  const [, type = '', base64 = ''] = parts;
  try {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return new File([bytes], '', { type });
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
async function shrinkImage(file: Blob, decoded: ImageBitmap): Promise<Blob> {
  const share = longestSide / Math.max(decoded.width, decoded.height);
  if (share >= 1 || file.type === 'image/gif') return file;
  const { width, height } = decoded;
  const side = (pixels: number) => Math.max(1, Math.round(pixels * share));
  // A lossy type for a photo, and types with transparency for an image that may be transparent.
  const types = file.type === 'image/jpeg' ? ['image/jpeg'] : ['image/webp', 'image/png'];
  const size = { width: side(width), height: side(height) };
  const encoded = await encodeImage(decoded, { x: 0, y: 0, width, height }, { size, types, quality });
  return encoded && encoded.size < file.size ? encoded : file;
}
