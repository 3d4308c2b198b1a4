import { textOf } from '#shared/desk-messages.ts';
import { limits, readableBytes } from '#shared/limits.ts';

/**
 * Shares of the maximum size of a text. From `shownFrom` the editor shows the size, from `nearFrom` it warns that the
 * text is nearly too large.
 */
const shownFrom = 0.5;
const nearFrom = 0.8;

/** How close a text is to its maximum size. The server refuses a text that is `over` (UPLOAD_TEXT_MAX_BYTES). */
type TextFullness = 'small' | 'shown' | 'near' | 'over';

export interface TextSize {
  fullness: TextFullness;
  /** Text about the size; undefined while the size need not be shown. */
  text?: string;
  over: boolean;
}

/** Returns the size of the text in a request, in bytes (UTF-8). */
export function richTextBytes(html: string): number {
  return new Blob([html]).size;
}

/** Returns the text to show for a size in bytes. */
export function describeTextSize(bytes: number): TextSize {
  const fullness = fullnessOf(bytes / limits.richTextBytes);
  const over = fullness === 'over';
  if (fullness === 'small') return { fullness, over };
  const values = { size: readableBytes(bytes), limit: readableBytes(limits.richTextBytes) };
  return { fullness, text: textOf(over ? 'editor.textTooLarge' : 'editor.textSize', values), over };
}

/**
 * Returns the error for a text that is too large, so that the form is not sent in vain; undefined for other texts.
 */
export function textTooLarge(html: string): string | undefined {
  // A character needs at most four bytes, so a text with no more characters than this cannot be too large.
  if (html.length <= limits.richTextBytes / 4) return undefined;
  const { over, text } = describeTextSize(richTextBytes(html));
  return over ? text : undefined;
}

function fullnessOf(share: number): TextFullness {
  if (share > 1) return 'over';
  if (share >= nearFrom) return 'near';
  return share >= shownFrom ? 'shown' : 'small';
}
