/**
 * Returns robots.txt (RFC 9309): everything that visitors see may be read. The admin area and the calls below /api
 * are not pages; the session protects them, not this file.
 */
export function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}
