import { xmlDeclaration, xmlElement } from './xml.ts';

/** One page. */
export interface SitemapEntry {
  /** Path on this site, percent-encoded. */
  path: string;
  /** When what it shows changed last; left out where nobody knows. */
  changed?: Date | undefined;
}

/** The protocol's own bound for one file (sitemaps.org/protocol.html). */
const maxEntries = 50_000;

/** A sitemap (sitemaps.org, 0.9) of these pages under `origin`. */
export function sitemapXml(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.slice(0, maxEntries).map(({ path, changed }) => {
    const lines = xmlElement('loc', origin + path) + xmlElement('lastmod', changed?.toISOString());
    return `<url>${lines}</url>\n`;
  });
  return `${xmlDeclaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}
