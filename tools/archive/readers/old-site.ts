/** Address rules of the old site: which addresses are its own, and where its posts are now. */
export interface OldSite {
  /** Returns an absolute address of http or https; undefined for any other. */
  resolve(address: string): URL | undefined;
  /** True for an address of the old site itself. */
  isOwn(url: URL): boolean;
  /** Returns the path on this site of the content at an address of the old site. */
  newPath(url: URL): string | undefined;
  /** Records the new path of an address. The first record for an address counts. */
  moved(address: string, path: string): void;
}

/** `home` is the address of the old site's home page, and the base of relative addresses. */
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
 * Returns an address in the form that the old site treats as equal: ignoring case and a trailing slash, and with a
 * query only if it names a post.
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
