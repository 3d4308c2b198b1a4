import { deskMessages } from '#shared/desk-messages.ts';
import { ApiError } from '../../../api/api-error.ts';

/**
 * A picture that was chosen and not saved yet, as a draft carries it: inline, and no larger than pages show it. Rejects with `ApiError`
 * for one that cannot be read.
 */
export async function draftImage(file: File): Promise<string> {
  const { readInlineImage } = await import('../../../editor/inline-image.ts');
  const { src, problem } = await readInlineImage(file);
  if (src === undefined)
    throw new ApiError('preview.failed', 0, { message: problem ?? deskMessages['preview.failed'] });
  return src;
}
