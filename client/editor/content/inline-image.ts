import { acceptedNames, acceptedTypes, limits, readableBytes } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';

/** An image as the text carries it (SPEC §2: embedded inline, not uploaded), or why it is not taken, in words. */
export type InlineImage = { src: string; problem?: undefined } | { src?: undefined; problem: string };

/**
 * Reads an image file into a `data:` address. Refused: types other than `acceptedTypes.image` (SVG carries scripts),
 * files over the image limit, and files that no browser can decode, whatever their name says.
 */
export async function readInlineImage(file: File): Promise<InlineImage> {
  const name = file.name || messageText('editor.pastedImage');
  if (!acceptedTypes.image.includes(file.type)) {
    return { problem: messageText('upload.wrongType', { field: name, accepted: acceptedNames.image }) };
  }
  if (file.size > limits.imageBytes) {
    return {
      problem: messageText('upload.tooLarge', { field: name, limit: readableBytes(limits.imageBytes) }),
    };
  }
  const size = await decodedSize(file);
  if (!size) return { problem: messageText('upload.badImage', { field: name }) };
  const { width, height } = size;
  if (Math.max(width, height) > limits.imageSidePixels || width * height > limits.imagePixels) {
    return {
      problem: messageText('upload.imageTooWide', {
        field: name,
        size: `${width}×${height}`,
        limit: `${limits.imageSidePixels}×${limits.imageSidePixels}`,
      }),
    };
  }
  return { src: await dataAddress(file) };
}

async function decodedSize(file: File): Promise<{ width: number; height: number } | undefined> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return undefined;
  }
}

function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
