import { deskMessages } from '#shared/desk-messages.ts';
import { acceptedNames, acceptedTypes, limits, MIB, readableBytes } from '#shared/limits.ts';
import { type ErrorCode, messageText } from '#shared/messages.ts';
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
 * Returns an image of which no side is longer than 2000 px, rotated according to its metadata. The file itself is
 * returned if it is small enough, if it is animated, or if scaling would not make it smaller. Runs outside the main
 * thread if the browser supports that. A new image has no metadata such as the location.
 */
async function shrinkImage(file: Blob, decoded: ImageBitmap): Promise<Blob> {
  const size = fitSize(decoded);
  if (!size || isAnimated(new Uint8Array(await file.arrayBuffer()))) return file;
  const scaled = await createImageBitmap(decoded, {
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'high',
  });
  try {
    return await smallest(file, scaled);
  } finally {
    scaled.close();
  }
}

async function smallest(file: Blob, picture: ImageBitmap): Promise<Blob> {
  let best = file;
  for (const type of smallerTypes(file.type)) {
    const encoded = await encode(picture, type);
    if (encoded && encoded.size < best.size) best = encoded;
  }
  return best;
}

/** Returns the encoded image; undefined if the browser cannot write this type and returns a PNG instead. */
async function encode(picture: ImageBitmap, type: string): Promise<Blob | undefined> {
  const encoded = await drawn(picture, type);
  return encoded?.type === type ? encoded : undefined;
}

function drawn(picture: ImageBitmap, type: string): Promise<Blob | null> {
  if (typeof OffscreenCanvas === 'function') {
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    return canvas.convertToBlob({ type, quality });
  }
  const canvas = Object.assign(document.createElement('canvas'), sizeOf(picture));
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, type, quality);
  });
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}

/**
 * Longest side of an image in a text, in pixels. No page shows an image in a larger size, so readers would download
 * the additional pixels for nothing.
 */
const longestSide = 2000;

export interface Size {
  width: number;
  height: number;
}

/**
 * Returns the size after scaling down, with the same aspect ratio and no side longer than `longest`; undefined if the
 * image is small enough.
 */
export function fitSize({ width, height }: Size, longest = longestSide): Size | undefined {
  const share = longest / Math.max(width, height);
  if (share >= 1) return undefined;
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

/**
 * Returns the file types to try for a scaled-down image, in order of preference: a lossy type for a photo, and a type
 * with transparency for an image that may be transparent.
 */
function smallerTypes(type: string): readonly string[] {
  if (type === 'image/jpeg') return ['image/jpeg'];
  if (type === 'image/png' || type === 'image/gif') return ['image/webp', 'image/png'];
  return ['image/webp'];
}

/**
 * Returns true if an image file contains more than one picture. Such a file must not be scaled, because a canvas only
 * holds the first picture. Formats: GIF89a §20 (image descriptors), WebP container (VP8X flags), PNG 3rd edition
 * (acTL), AVIF (brand `avis`).
 */
export function isAnimated(bytes: Uint8Array): boolean {
  if (ascii(bytes, 0, 3) === 'GIF') return gifPictures(bytes) > 1;
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 8) === 'WEBPVP8X') return ((bytes[20] ?? 0) & 2) !== 0;
  if (ascii(bytes, 1, 3) === 'PNG') return hasPngAnimation(bytes);
  return ascii(bytes, 4, 8) === 'ftypavis';
}

function ascii(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}

/**
 * Counts the pictures in a GIF, but stops at two, because the caller needs to know only whether there is more than
 * one.
 */
function gifPictures(bytes: Uint8Array): number {
  let at = 13 + colours(bytes[10]);
  let pictures = 0;
  while (at < bytes.length && pictures < 2) {
    const kind = bytes[at];
    if (kind === 0x21) at = afterBlocks(bytes, at + 2);
    else if (kind === 0x2c) {
      pictures += 1;
      at = afterBlocks(bytes, at + 11 + colours(bytes[at + 9]));
    } else break;
  }
  return pictures;
}

/** Returns the size in bytes of the colour table that these flags describe. */
function colours(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function afterBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = bytes[at]; length; length = bytes[at]) at += length + 1;
  return at + 1;
}

/** Returns true if the PNG has an `acTL` chunk before its first `IDAT` chunk. */
function hasPngAnimation(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const kind = ascii(bytes, at + 4, 4);
    if (kind === 'acTL') return true;
    if (kind === 'IDAT') return false;
  }
  return false;
}
