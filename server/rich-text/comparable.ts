import { KIB } from '#shared/limits.ts';
import { extractInlineImages } from './inline-images.ts';
import { withPlainLineEnds } from './line-ends.ts';
import { sanitiseMarkup } from './sanitise-html.ts';

/** Longer texts, in characters without their inline images, are compared unchanged: this length takes some 50 ms. */
const longest = 64 * KIB;

/**
 * Normalises a rich text for comparison. A form has the text as the sanitiser returns it, with its own tags,
 * attributes and order, and browsers send each line end as CRLF: neither counts as a change.
 */
export function comparableText(html: string): string {
  const text = withPlainLineEnds(html).trim();
  const lifted = extractInlineImages(text);
  if (lifted.html.length > longest) return text;
  return lifted.restore(sanitiseMarkup(lifted.html, (address) => address));
}
