import { deskMessages } from '#shared/desk-messages.ts';
import { ApiError } from '../../../api/api-error.ts';

/**
 * Converts a picture that is chosen but not saved to an inline image for a draft, no larger than pages show it.
 * Rejects with `ApiError` if the picture cannot be read.
 */
export async function draftImage(file: File): Promise<string> {
  const { readInlineImage } = await import('../../../editor/inline-image.ts');
  const { src, problem } = await readInlineImage(file);
  if (src === undefined)
    throw new ApiError('preview.failed', 0, { message: problem ?? deskMessages['preview.failed'] });
  return src;
}
