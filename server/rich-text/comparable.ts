import { KIB } from '#shared/limits.ts';
import { extractInlineImages } from './inline-images.ts';
import { withPlainLineEnds } from './line-ends.ts';
import { sanitiseMarkup } from './sanitise-html.ts';

/** Longer texts, in characters besides their inline images, are compared as they are: this much takes some 50 ms. */
const longest = 64 * KIB;

/**
 * A rich text as two are compared. A form has the text as the sanitiser gives it, with the tags, attributes and their order that it writes,
 * and browsers send each line end as CRLF: neither is somebody's change.
 */
export function comparableText(html: string): string {
  const text = withPlainLineEnds(html).trim();
  const lifted = extractInlineImages(text);
  if (lifted.html.length > longest) return text;
  return lifted.restore(sanitiseMarkup(lifted.html, (address) => address));
}
