import type { Config } from '../../config.ts';
import type { Upstream } from './upstream.ts';

/**
 * Rules for turning URLs of the API host into paths of this site, e.g. https://<host>/storage/x.png into
 * /storage/x.png. The browser may load pictures only from this site's origin (CSP `img-src 'self'`), and must not
 * learn the host's name.
 */
export interface RewriteRules {
  /**
   * `host:port` of the API host, and the name under which the browser called this site. A host may use either in the
   * URLs that it builds.
   */
  hosts: readonly string[];
  /** Path prefixes of media (UPSTREAM_MEDIA_PATHS). */
  mediaPaths: readonly string[];
}

/**
 * Returns the rules for an answer to a browser that called this site by the name `host`; for an answer that does not
 * depend on that name it is the one of PUBLIC_URL. Calls with the same host names get the same object, so that results
 * that depend only on the rules can be cached by that object (reads/present.ts).
 */
export function rewriteRules(
  host: string | undefined = '',
  { url }: Pick<Upstream, 'url'>,
  { UPSTREAM_MEDIA_PATHS: mediaPaths }: Pick<Config, 'UPSTREAM_MEDIA_PATHS'>,
) {
  const last = recent.get(url);
  if (last?.hosts[1] === host && last.mediaPaths === mediaPaths) return last;
  const rules = { hosts: [url.host, host], mediaPaths };
  recent.set(url, rules);
  return rules;
}

/**
 * The rules that were last used, by API host. A site has one name, so these rules fit every request except those with
 * an invented `Host`.
 */
const recent = new WeakMap<URL, RewriteRules>();

/**
 * Path prefix of the engine's media on a site with an API host. The prefix is needed because the host's media may
 * have the same paths (/storage is Laravel's default). It occurs only in the URLs that visitors see: the engine
 * stores and serves the files under their usual paths.
 */
export const ownMediaPath = '/own-media';

/**
 * Returns the path prefixes of media of a site; with the engine's prefix if the engine answers some groups of calls
 * for an API host.
 */
export function allMediaPaths({ ENGINE_FILLS: fills, UPSTREAM_MEDIA_PATHS: paths }: Config) {
  return fills === undefined ? paths : [...paths, ownMediaPath];
}

/**
 * True for a path under one of the prefixes. Compares whole segments, so that /storage matches /storage/x and not
 * /storagefoo.
 */
export function isMediaPath(path: string, prefixes: readonly string[]) {
  return prefixes.some((prefix) => path.startsWith(`${prefix}/`) && path.length > prefix.length + 1);
}

/**
 * Returns path, query and fragment if the whole text is a URL on one of these hosts; otherwise undefined. The scheme
 * is ignored, because a host behind a TLS proxy often gives its URLs with http.
 */
export function pathOnHosts(text: string, hosts: readonly string[]) {
  if (!absolute.test(text)) return undefined;
  const address = text.startsWith('//') ? `http:${text}` : text;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!hosts.includes(url.host)) return undefined;
  // Several leading slashes are reduced to one: otherwise https://<host>//evil.example would become a URL of another
  // origin.
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`;
}

/**
 * Matches an absolute URL without spaces, or one whose file name contains spaces and ends with an extension. A
 * sentence that begins with a URL does not match.
 */
const absolute = /^(?:https?:)?\/\/(?:\S{1,4000}|[^\s<>"]{1,2000} [^<>"\r\n\t]{1,2000}\.[a-z0-9]{2,5})$/i;

/** Turns the URL of a media file into a path of this site; returns any other URL unchanged. */
export function rewriteMediaAddress(address: string, rules: RewriteRules) {
  const path = pathOnHosts(address, rules.hosts) ?? relativeMediaPath(address, rules.mediaPaths);
  return path !== undefined && isMediaPath(path, rules.mediaPaths) ? path : address;
}

/**
 * Returns the path for a media file that a host names without the leading slash: `storage/x.png`, as many hosts store
 * it, becomes /storage/x.png.
 */
export function relativeMediaPath(text: string, mediaPaths: readonly string[]) {
  return text.length < 4_000 && isMediaPath(`/${text}`, mediaPaths) && !/[\r\n\t<>"\\]|\.\.|:/.test(text)
    ? `/${text}`
    : undefined;
}

/**
 * Rewrites the `location` header of a redirect for the browser, whether the host wrote a path or a URL with its own
 * name. Returns a path under /api or a media prefix; undefined for any other target, in which case the caller drops
 * the header.
 */
export function rewriteLocation(location: string, rules: RewriteRules) {
  const path = /^\/(?![/\\])/.test(location) ? location : pathOnHosts(location, rules.hosts);
  if (path === undefined || /[\\\s]|\.\./.test(path)) return undefined;
  return path.startsWith('/api/') || isMediaPath(path, rules.mediaPaths) ? path : undefined;
}
