/** Knows the URLs of the old site: which URLs belong to it, and where its posts are on this site. */
export interface OldSite {
  /** Returns a URL of the old site's texts as an absolute http or https URL; undefined for any other scheme. */
  resolve(address: string): URL | undefined;
  /** True if the URL belongs to the old site. */
  isOwn(url: URL): boolean;
  /** Returns the path on this site for a URL of the old site; undefined if its content was not moved. */
  newPath(url: URL): string | undefined;
  /**
   * Records that the content at a URL of the old site is now at `path`. If this is called again for the same URL, the
   * first path stays.
   */
  moved(address: string, path: string): void;
}

/**
 * `home` is the URL of the old site's home page, to which relative URLs are resolved. `others` are further URLs of
 * the same site.
 */
export function oldSite(home: string, others: readonly string[] = []): OldSite {
  const base = new URL(home.endsWith('/') ? home : `${home}/`);
  const hosts = new Set([home, ...others].flatMap((address) => URL.parse(address)?.hostname ?? []).map(bare));
  const places = new Map<string, string>();
  const resolve = (address: string) => {
    const url = URL.parse(address.trim(), base.href);
    return url && /^https?:$/.test(url.protocol) ? url : undefined;
  };
  return {
    resolve,
    isOwn: (url) => hosts.has(bare(url.hostname)),
    newPath: (url) => (hosts.has(bare(url.hostname)) ? places.get(keyOf(url)) : undefined),
    moved(address, path) {
      const url = resolve(address);
      if (url && !places.has(keyOf(url))) places.set(keyOf(url), path);
    },
  };
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}

/**
 * Returns a key that is equal for URLs which the old site treats as equal: case and a trailing slash are ignored, and
 * the query counts only if it identifies a post.
 */
function keyOf({ pathname, searchParams }: URL): string {
  const id = searchParams.get('p') ?? searchParams.get('page_id');
  if (id) return `?${id}`;
  return decoded(pathname).replace(/\/+$/, '').toLowerCase().normalize('NFC');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
