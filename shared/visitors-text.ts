/** What addresses of inline images begin with; the rest is in inline-images.ts, which a page in a browser needs not. */
export const inlineImagePrefix = '/img/inline/';

/**
 * True for rich text as visitors get it, with addresses in place of its inline images: whoever stored that would lose them. No text
 * can say so of itself, since the policy lets no `srcset` through.
 */
export function isForVisitors(html: string): boolean {
  return html.includes(` srcset="${inlineImagePrefix}`);
}
