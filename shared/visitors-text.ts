/**
 * The beginning of the paths of inline images. The other code for these paths is in inline-images.ts, which browsers
 * do not need.
 */
export const inlineImagePrefix = '/img/inline/';

/**
 * True for rich text in the form that visitors get, with URLs in place of its inline images: an editor that saved it
 * would lose the images. A stored text never matches, because the policy allows no `srcset`.
 */
export function isForVisitors(html: string) {
  return html.includes(` srcset="${inlineImagePrefix}`);
}
