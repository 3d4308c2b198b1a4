import type { Request } from 'express';
import type { Config } from '../../config.ts';
import type { Upstream } from './upstream.ts';

/**
 * Turns addresses of the API host into addresses of this site. The browser knows one origin (CSP `img-src 'self'`)
 * and must not learn the host's name: the host's https://<host>/storage/x.png is /storage/x.png here.
 */
export interface RewriteRules {
  /**
   * `host:port` of the API host, and the name under which the browser called this site: a host may build addresses
   * from either.
   */
  hosts: readonly string[];
  /** UPSTREAM_MEDIA_PATHS. */
  mediaPaths: readonly string[];
}

/**
 * Returns the same object for the same names, so that results that depend only on the rules can be cached per object
 * (reads/present.ts).
 */
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

/** The last rules of each API host. A site has one name, except in requests with an invented `Host`. */
const recent = new WeakMap<URL, RewriteRules>();

/**
 * Path prefix for the engine's media when an API host is in front of it: the host's media may have the same paths
 * (/storage is Laravel's default). Only visitors see the prefix; the engine stores and serves the files under their
 * usual paths, so its data does not change.
 */
export const ownMediaPath = '/own-media';

/** The media paths of a site, including the engine's prefix if the engine fills in for a host. */
export function allMediaPaths({ ENGINE_FILLS: fills, UPSTREAM_MEDIA_PATHS: paths }: Config): string[] {
  return fills === undefined ? paths : [...paths, ownMediaPath];
}

/** True for a path under one of the prefixes, exact by segment: /storage/x and not /storagefoo. */
export function isMediaPath(path: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => path.startsWith(`${prefix}/`) && path.length > prefix.length + 1);
}

/**
 * Returns path, query and fragment if the whole text is an address on one of these hosts; undefined for any other
 * text. The scheme is ignored: a host behind a TLS proxy often calls itself http.
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

/**
 * One word (a sentence that begins with an address does not match), or one file name with spaces and an extension.
 */
const absolute = /^(?:https?:)?\/\/(?:\S{1,4000}|[^\s<>"]{1,2000} [^<>"\r\n\t]{1,2000}\.[a-z0-9]{2,5})$/i;

/** Rewrites an address of media to a path of this site; returns any other address unchanged. */
export function rewriteMediaAddress(address: string, rules: RewriteRules): string {
  const path = pathOnHosts(address, rules.hosts) ?? relativeMediaPath(address, rules.mediaPaths);
  return path !== undefined && isMediaPath(path, rules.mediaPaths) ? path : address;
}

/** `storage/x.png`, the form in many hosts' tables, becomes /storage/x.png. */
export function relativeMediaPath(text: string, mediaPaths: readonly string[]): string | undefined {
  return text.length < 4_000 && isMediaPath(`/${text}`, mediaPaths) && !/[\r\n\t<>"\\]|\.\.|:/.test(text)
    ? `/${text}`
    : undefined;
}

/**
 * Rewrites the `location` of a redirect for the browser: a path under /api or a media prefix, whether the host wrote
 * a path or an address of its own. Undefined for any other address; the caller then drops the header.
 */
export function rewriteLocation(location: string, rules: RewriteRules): string | undefined {
  const path = /^\/(?![/\\])/.test(location) ? location : pathOnHosts(location, rules.hosts);
  if (path === undefined || /[\\\s]|\.\./.test(path)) return undefined;
  return path.startsWith('/api/') || isMediaPath(path, rules.mediaPaths) ? path : undefined;
}
