import { limits, readableBytes } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';

/** The shares of the limit from which the editor shows the size of the text, and then warns that it is nearly full. */
const shownFrom = 0.5;
const nearFrom = 0.8;

/** How near a text is to its limit; `over` is refused (UPLOAD_TEXT_MAX_BYTES). */
type TextFullness = 'small' | 'shown' | 'near' | 'over';

export interface TextSize {
  fullness: TextFullness;
  /** Undefined while nothing is shown. */
  text?: string;
  over: boolean;
}

/** Bytes of the text on the wire (UTF-8). Inline images are most of a large text. */
export function richTextBytes(html: string): number {
  return new Blob([html]).size;
}

/** What to show for a text of so many bytes. */
export function describeTextSize(bytes: number): TextSize {
  const fullness = fullnessOf(bytes / limits.richTextBytes);
  const over = fullness === 'over';
  if (fullness === 'small') return { fullness, over };
  const values = { size: readableBytes(bytes), limit: readableBytes(limits.richTextBytes) };
  return { fullness, text: messageText(over ? 'editor.textTooLarge' : 'editor.textSize', values), over };
}

/** The error of a text over the limit, so that megabytes are not sent in vain; undefined for one that fits. */
export function textTooLarge(html: string): string | undefined {
  // No character takes more than four bytes: a shorter text need not be measured.
  if (html.length <= limits.richTextBytes / 4) return undefined;
  const { over, text } = describeTextSize(richTextBytes(html));
  return over ? text : undefined;
}

function fullnessOf(share: number): TextFullness {
  if (share > 1) return 'over';
  if (share >= nearFrom) return 'near';
  return share >= shownFrom ? 'shown' : 'small';
}
