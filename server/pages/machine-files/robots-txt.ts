/**
 * Returns robots.txt (RFC 9309). Robots may read everything that visitors see. The admin area and /api are excluded
 * because they are not pages; what protects them is the session and not this file.
 */
export function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** robots.txt of a site that search engines must not index. */
export const robotsTxtOfHidden = 'User-agent: *\nDisallow: /\n';
