import { acceptedNames, acceptedTypes, limits, readableBytes } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';

/**
 * Why an image file would be refused by the upload gate, in words that begin with `name`; undefined when it may be
 * sent. Checked before anything is sent: type (SVG carries scripts), size, and that it is an image at all, whatever its
 * name says. The server checks again.
 */
export async function imageProblem(file: File, name: string): Promise<string | undefined> {
  if (!acceptedTypes.image.includes(file.type)) {
    return messageText('upload.wrongType', { field: name, accepted: acceptedNames.image });
  }
  if (file.size === 0) return messageText('upload.empty', { field: name });
  if (file.size > limits.imageBytes) {
    return messageText('upload.tooLarge', { field: name, limit: readableBytes(limits.imageBytes) });
  }
  const size = await decodedSize(file);
  if (!size) return messageText('upload.badImage', { field: name });
  const { width, height } = size;
  if (Math.max(width, height) <= limits.imageSidePixels && width * height <= limits.imagePixels)
    return undefined;
  return messageText('upload.imageTooWide', {
    field: name,
    size: `${width}×${height}`,
    limit: `${limits.imageSidePixels}×${limits.imageSidePixels}`,
  });
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
