import type { Request } from 'express';
import type { Config } from '../../config.ts';
import type { Upstream } from './upstream.ts';

/**
 * How addresses of the API host become addresses of ours. The browser knows one origin (CSP `img-src 'self'`) and must not learn
 * the host's name: what the host calls https://<host>/storage/x.png is /storage/x.png here.
 */
export interface RewriteRules {
  /** `host:port` of the API host, and the name by which the browser called us: a host may build addresses from either. */
  hosts: readonly string[];
  /** UPSTREAM_MEDIA_PATHS. */
  mediaPaths: readonly string[];
}

/** The same object for the same names: what depends on it alone is found out once (reads/present.ts). */
export function rewriteRules(
  req: Request,
  upstream: Upstream,
  config: Pick<Config, 'UPSTREAM_MEDIA_PATHS'>,
): RewriteRules {
  const host = req.host ?? '';
  const last = recent.get(upstream.url);
  if (last?.hosts[1] === host && last.mediaPaths === config.UPSTREAM_MEDIA_PATHS) return last;
  const rules = { hosts: [upstream.url.host, host], mediaPaths: config.UPSTREAM_MEDIA_PATHS };
  recent.set(upstream.url, rules);
  return rules;
}

/** The last one of each API host: a site has one name, but for those who make names up. */
const recent = new WeakMap<URL, RewriteRules>();

/**
 * Media of the engine, in front of a host whose own may lie at the very same paths (/storage is where Laravel has them): visitors see
 * them under a prefix of their own. The engine stores and serves them as ever, so that its data stays what it is.
 */
export const ownMediaPath = '/own-media';

/** The paths of media of a site, with the engine's own where it fills in beside a host. */
export function allMediaPaths({ ENGINE_FILLS: fills, UPSTREAM_MEDIA_PATHS: paths }: Config): string[] {
  return fills === undefined ? paths : [...paths, ownMediaPath];
}

/** True for a path under one of the prefixes, exact by segment: /storage/x and not /storagefoo. */
export function isMediaPath(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => path.startsWith(`${prefix}/`) && path.length > prefix.length + 1);
}

/**
 * The path (with query and fragment) of a text that is, as a whole, an address on one of these hosts; undefined for
 * any other text. The scheme does not matter: a host behind a TLS proxy often calls itself http.
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
const absolute = /^(?:https?:)?\/\/(?:\S{1,4000}|[^\s<>"]{1,2000} [^<>"\r\n\t]{1,2000}\.[a-z0-9]{2,5})$/i;

/** An address of media as a path of ours; addresses of anything else stay as they are. */
export function rewriteMediaAddress(address: string, rules: RewriteRules): string {
  const path = pathOnHosts(address, rules.hosts) ?? relativeMediaPath(address, rules.mediaPaths);
  return path !== undefined && isMediaPath(path, rules.mediaPaths) ? path : address;
}

/** `storage/x.png`, as hosts keep it in their tables, is /storage/x.png. */
export function relativeMediaPath(text: string, mediaPaths: readonly string[]): string | undefined {
  return text.length < 4_000 && isMediaPath(`/${text}`, mediaPaths) && !/[\r\n\t<>"\\]|\.\.|:/.test(text)
    ? `/${text}`
    : undefined;
}

/**
 * `location` of a redirect as the browser may see it: a path under /api or a media prefix, whether the host wrote it
 * as a path or as an address of its own. Undefined for any other address; it is then dropped.
 */
export function rewriteLocation(location: string, rules: RewriteRules): string | undefined {
  const path = /^\/(?![/\\])/.test(location) ? location : pathOnHosts(location, rules.hosts);
  if (path === undefined || /[\\\s]|\.\./.test(path)) return undefined;
  return path.startsWith('/api/') || isMediaPath(path, rules.mediaPaths) ? path : undefined;
}
