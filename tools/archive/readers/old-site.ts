/** Where the texts of an export came from: how its own addresses are told from those of others, and where its posts are now. */
export interface OldSite {
  /** As an absolute address of http or https; undefined for what is none. */
  resolve(address: string): URL | undefined;
  /** True for an address of the old site itself. */
  isOwn(url: URL): boolean;
  /** Where what stood at an address of the old site is on this one. */
  newPath(url: URL): string | undefined;
  /** Says where what stood at an address is now. The first to say so is right. */
  moved(address: string, path: string): void;
}

/** `home` is the address of the old site's first page: that of its posts and the base of relative addresses. */
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

/** An address as the old site read it: in any case, with or without a slash at its end; its query only where that names a post. */
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
