import { limits, readableBytes } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';

/**
 * Shares of the limit from which the editor shows the size of the text, and from which it warns that the text is
 * nearly full.
 */
const shownFrom = 0.5;
const nearFrom = 0.8;

/** How close a text is to its limit; `over` is refused (UPLOAD_TEXT_MAX_BYTES). */
type TextFullness = 'small' | 'shown' | 'near' | 'over';

export interface TextSize {
  fullness: TextFullness;
  /** Undefined while the size is not shown. */
  text?: string;
  over: boolean;
}

/** Returns the bytes of the text in a request (UTF-8). Inline images are most of a large text. */
export function richTextBytes(html: string): number {
  return new Blob([html]).size;
}

/** Returns the text to show for a size in bytes. */
export function describeTextSize(bytes: number): TextSize {
  const fullness = fullnessOf(bytes / limits.richTextBytes);
  const over = fullness === 'over';
  if (fullness === 'small') return { fullness, over };
  const values = { size: readableBytes(bytes), limit: readableBytes(limits.richTextBytes) };
  return { fullness, text: messageText(over ? 'editor.textTooLarge' : 'editor.textSize', values), over };
}

/**
 * Returns the error of a text over the limit, so that megabytes are not sent in vain; undefined for a text that fits.
 */
export function textTooLarge(html: string): string | undefined {
  // No character needs more than four bytes, so a shorter text need not be measured.
  if (html.length <= limits.richTextBytes / 4) return undefined;
  const { over, text } = describeTextSize(richTextBytes(html));
  return over ? text : undefined;
}

function fullnessOf(share: number): TextFullness {
  if (share > 1) return 'over';
  if (share >= nearFrom) return 'near';
  return share >= shownFrom ? 'shown' : 'small';
}
