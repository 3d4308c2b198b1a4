/** The beginning of the addresses of inline images; the rest is in inline-images.ts, which browsers do not need. */
export const inlineImagePrefix = '/img/inline/';

/**
 * True for rich text in the visitors' form, which has addresses in place of its inline images: saving it would lose
 * the images. A stored text can never match, because the policy allows no `srcset`.
 */
export function isForVisitors(html: string): boolean {
  return html.includes(` srcset="${inlineImagePrefix}`);
}
