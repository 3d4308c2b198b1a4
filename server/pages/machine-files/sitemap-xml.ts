import { setImmediate } from 'node:timers/promises';
import { xmlDeclaration, xmlElement } from './xml.ts';

export interface SitemapEntry {
  /** Path on this site, with percent encoding. */
  path: string;
  /** When the page's content last changed; absent if unknown. */
  changed?: Date;
}

/**
 * Limits of the protocol for one file (sitemaps.org/protocol.html): number of pages, and bytes before compression.
 */
const bounds = { entries: 50_000, bytes: 50 * 1024 * 1024 };
/** Number of pages that are written before other work gets its turn on the event loop. */
const batch = 250;

const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const end = '</urlset>\n';
const begin = `${xmlDeclaration}<urlset ${schema}>\n`;

/**
 * Returns the files of a sitemap (sitemaps.org, 0.9) of these pages, keyed by path. If one file can contain all
 * pages, this is `/sitemap.xml`; otherwise `/sitemap.xml` is an index that lists the other files.
 */
export async function sitemapFiles(
  origin: string,
  entries: Iterable<SitemapEntry>,
  { entries: maxEntries, bytes: maxBytes } = bounds,
): Promise<Map<string, Buffer>> {
  const files: Buffer[] = [];
  let parts = [Buffer.from(begin)];
  let urls = '';
  let [count, bytes, written] = [0, begin.length, 0];
  const closeBatch = () => {
    parts.push(Buffer.from(urls));
    urls = '';
  };
  const closeFile = () => {
    closeBatch();
    files.push(Buffer.concat([...parts, Buffer.from(end)]));
    parts = [Buffer.from(begin)];
    [count, bytes] = [0, begin.length];
  };
  for (const { path, changed } of entries) {
    const lines = xmlElement('loc', origin + path) + xmlElement('lastmod', changed?.toISOString());
    const url = `<url>${lines}</url>\n`;
    const length = Buffer.byteLength(url);
    if (count > 0 && (count >= maxEntries || bytes + length + end.length > maxBytes)) closeFile();
    urls += url;
    count += 1;
    bytes += length;
    written += 1;
    if (written % batch > 0) continue;
    closeBatch();
    await setImmediate();
  }
  if (count > 0 || files.length === 0) closeFile();
  const [only] = files;
  if (files.length === 1 && only) return new Map([['/sitemap.xml', only]]);
  const named = files.map((file, index) => [`/sitemap-${index + 1}.xml`, file] as const);
  return new Map([
    [
      '/sitemap.xml',
      Buffer.from(
        indexXml(
          origin,
          named.map(([path]) => path),
        ),
      ),
    ],
    ...named,
  ]);
}

function indexXml(origin: string, paths: readonly string[]): string {
  const files = paths.map((path) => `<sitemap>${xmlElement('loc', origin + path)}</sitemap>\n`);
  return `${xmlDeclaration}<sitemapindex ${schema}>\n${files.join('')}</sitemapindex>\n`;
}
