import { KIB } from '#shared/limits.ts';
import { extractInlineImages } from './inline-images.ts';
import { withPlainLineEnds } from './line-ends.ts';
import { type OwnAddress, sanitiseMarkup } from './sanitise-html.ts';

/**
 * Maximum length of a text that is normalised, in characters without its inline images, and maximum number of its tags.
 * Normalising such a text takes some 50 ms. Longer texts are compared as they are.
 */
const longest = 64 * KIB;
const mostTags = 3_000;

/**
 * Normalises a rich text for comparison. Two differences do not count as a change: the tags, attributes and order
 * that the sanitiser gives to the text in a form, and the CRLF that browsers send for each line end.
 */
export function comparableText(html: string, ownAddress: OwnAddress = (address) => address) {
  const text = withPlainLineEnds(html).trim();
  const lifted = extractInlineImages(text);
  if (lifted.html.length > longest || lifted.html.split('<', mostTags + 1).length > mostTags) return text;
  // Elements that the sanitiser removes may leave white space at an end.
  return lifted.restore(sanitiseMarkup(lifted.html, ownAddress)).trim();
}
