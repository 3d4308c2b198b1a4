import { textOf } from '#shared/desk-messages.ts';
import { limits, readableBytes } from '#shared/limits.ts';

/**
 * Returns the error for a text that is too large (UPLOAD_TEXT_MAX_BYTES), so that the form is not sent in vain;
 * undefined for other texts.
 */
export function textTooLarge(html: string) {
  // A character needs at most four bytes, so a text with no more characters than this cannot be too large.
  if (html.length <= limits.richTextBytes / 4) return undefined;
  const bytes = new Blob([html]).size;
  if (bytes <= limits.richTextBytes) return undefined;
  const values = { size: readableBytes(bytes), limit: readableBytes(limits.richTextBytes) };
  return textOf('editor.textTooLarge', values);
}
