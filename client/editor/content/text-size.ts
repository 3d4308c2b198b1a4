import { limits, readableBytes } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';

/** From this share of the limit on, the editor tells how full the text is. */
const shownFrom = 0.5;

/** Bytes of the text on the wire (UTF-8). Inline images are most of a large text. */
export function richTextBytes(html: string): number {
  return new Blob([html]).size;
}

/** What to tell of a text of so many bytes; `over` when it would be refused (UPLOAD_TEXT_MAX_BYTES). */
export function describeTextSize(bytes: number): { text?: string; over: boolean } {
  const over = bytes > limits.richTextBytes;
  if (bytes < limits.richTextBytes * shownFrom) return { over };
  const values = { size: readableBytes(bytes), limit: readableBytes(limits.richTextBytes) };
  return { text: messageText(over ? 'editor.textTooLarge' : 'editor.textSize', values), over };
}
