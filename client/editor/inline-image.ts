import { deskMessages } from '#shared/desk-messages.ts';
import { dataAddress } from '../ui/fields/data-address.ts';
import { outerProblem, pixelsProblem } from '../ui/fields/file-problem.ts';
import { shrinkImage, sourceBytes } from '../ui/fields/fitting-picture.ts';

/** An image file as a `data:` URL for a text (docs/product.md §2), or the reason why the file is refused. */
interface InlineImage {
  src?: string;
  problem?: string;
}

/**
 * Longest side of an image in a text, in pixels. No page shows an image in a larger size, so readers would download
 * the additional pixels for nothing.
 */
const longestSide = 2000;

/** Reads an image file as a `data:` URL. An image with a side of more than 2000 px is scaled down. */
export async function readInlineImage(file: File): Promise<InlineImage> {
  const refused = outerProblem(file, 'image', sourceBytes);
  if (refused) return { problem: refused };
  const decoded = await createImageBitmap(file).catch(() => undefined);
  try {
    const unusable = pixelsProblem(decoded, file.name);
    if (!decoded || unusable) return { problem: unusable };
    const kept = await shrinkImage(file, decoded, longestSide);
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
