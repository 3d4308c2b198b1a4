import type { RequestHandler } from 'express';
import { categoryPath } from '#shared/category-path.ts';
import { pathTo } from '#shared/paths.ts';

const fieldPath = new RegExp(`^${pathTo('portfolio')}/([^/?]*%(?:2f|5c|25)[^/?]*)(\\?.*)?$`, 'i');

/**
 * Redirects an address with an encoded title (301). A title such as "24/7 & 100%" has an address without the signs
 * that a plain path cannot hold (shared/category-path.ts). An address with the title in the usual encoding is
 * redirected before such a target is refused.
 */
export function redirectEncodedTitles(): RequestHandler {
  return (req, res, next) => {
    const [, encoded = '', query = ''] = fieldPath.exec(req.url) ?? [];
    const title = req.method === 'GET' || req.method === 'HEAD' ? decoded(encoded) : undefined;
    if (title) res.redirect(301, categoryPath(title) + query);
    else next();
  };
}

/** Undefined if the segment is not text, or holds characters that no title has. */
function decoded(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no title holds
    return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
