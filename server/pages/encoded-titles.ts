import type { RequestHandler } from 'express';
import { categoryPath } from '#shared/category-path.ts';
import { pathTo } from '#shared/paths.ts';

const fieldPath = new RegExp(`^${pathTo('portfolio')}/([^/?]*%(?:2f|5c|25)[^/?]*)(\\?.*)?$`, 'i');

/**
 * Redirects an address that contains a title in the usual percent encoding (301). The site's own address for a title
 * such as "24/7 & 100%" leaves out the characters that a plain path cannot contain (shared/category-path.ts). This
 * pass runs before the one that refuses ambiguous targets, because that pass would refuse such an address.
 */
export function redirectEncodedTitles(): RequestHandler {
  return (req, res, next) => {
    const [, encoded = '', query = ''] = fieldPath.exec(req.url) ?? [];
    const title = req.method === 'GET' || req.method === 'HEAD' ? decoded(encoded) : undefined;
    if (title) res.redirect(301, categoryPath(title) + query);
    else next();
  };
}

/**
 * Returns the title that a path segment encodes; undefined if the segment is not text, or contains characters that no
 * title has.
 */
function decoded(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no title holds
    return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
