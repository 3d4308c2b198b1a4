import { acceptedNames, acceptedTypes, limits, MIB, readableBytes } from '#shared/limits.ts';
import { type ErrorCode, messages, messageText } from '#shared/messages.ts';
import { shrinkImage } from './shrink-image.ts';

/** An image as the text carries it (docs/product.md §2: embedded inline, not uploaded), or why it is not taken, in words. */
export type InlineImage = { src: string; problem?: undefined } | { src?: undefined; problem: string };

/** A photo may be larger than what an upload may be: it is made smaller here. What no camera makes is not even decoded. */
const sourceBytes = 64 * MIB;

/** Reads an image file into a `data:` address, made smaller when a side is over 2000 px. */
export async function readInlineImage(file: File): Promise<InlineImage> {
  const refuse = (code: ErrorCode, values: Record<string, string> = {}): InlineImage => ({
    problem: messageText(code, { field: file.name || messages['editor.pastedImage'], ...values }),
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

function dataAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
