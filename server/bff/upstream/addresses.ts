/**
 * Addresses of the API host as addresses of ours. The browser knows one origin (CSP `img-src 'self'`), and the host's
 * name is nobody's business: what a value calls https://<host>/storage/x.png is /storage/x.png here.
 */

/** What a path must lie under to be media of the API host (UPSTREAM_MEDIA_PATHS). Exact by segment. */
export function isMediaPath(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => path.startsWith(`${prefix}/`) && path.length > prefix.length + 1);
}

/**
 * The path (with query and fragment) of a text that is, as a whole, an address on one of `hosts`; undefined for any other
 * text. The scheme does not matter: a host behind a TLS proxy often calls itself http.
 */
export function pathOnHosts(text: string, hosts: readonly string[]): string | undefined {
  if (!absolute.test(text)) return undefined;
  const address = text.startsWith('//') ? `http:${text}` : text;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!hosts.includes(url.host)) return undefined;
  // https://<host>//evil.example would otherwise become an address of another origin.
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`;
}

/** One word (a sentence that begins with an address is a sentence), or one name with spaces and an extension. */
const absolute = /^(?:https?:)?\/\/(?:\S+|[^\s<>"]+ [^<>"\r\n\t]*\.[a-z0-9]{2,5})$/i;

/**
 * `location` of a redirect as the browser may see it: a path under /api or a media prefix, whether the host wrote it
 * as a path or as an address of its own. Undefined for any other place; it is then dropped.
 */
export function ownLocation(
  location: string,
  hosts: readonly string[],
  mediaPaths: readonly string[],
): string | undefined {
  const path = /^\/(?![/\\])/.test(location) ? location : pathOnHosts(location, hosts);
  if (path === undefined || /[\\\s]|\.\./.test(path)) return undefined;
  return path.startsWith('/api/') || isMediaPath(path, mediaPaths) ? path : undefined;
}
