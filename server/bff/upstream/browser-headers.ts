import type { ServerResponse } from 'node:http';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * Headers of the API host that may reach a browser. A list of what is let through, not of what is dropped: set-cookie,
 * CORS, server, x-powered-by, the host's own security headers, refresh, link, clear-site-data, report-to, alt-svc,
 * x-accel-* and tomorrow's inventions all have power over the page or tell what stands behind it, and the few that
 * describe the answer itself are known. `location` is not among them: it is rewritten, by who passes a redirect on.
 */
const letThrough = new Set([
  'accept-ranges',
  'age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-range',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'vary',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]);

/** These describe the bytes on the wire: right only when the same bytes go on. */
const ofTheBytes = new Set(['content-length', 'content-encoding']);

export interface BrowserHeaderOptions {
  /** The body goes on unchanged, byte for byte. */
  sameBytes: boolean;
  /** Names that this answer does without. */
  without?: ReadonlySet<string>;
}

/** What of the answer's headers the browser gets. Hop-by-hop names, and those that Connection lists, never do (RFC 9110 §7.6.1). */
export function browserHeaders(
  headers: UpstreamAnswer['headers'],
  options: BrowserHeaderOptions,
): Record<string, string> {
  const ofTheHop = connectionNames(headers);
  const kept: Record<string, string> = {};
  for (const name in headers) {
    if (!letThrough.has(name) && !(options.sameBytes && ofTheBytes.has(name))) continue;
    if (ofTheHop.has(name) || options.without?.has(name)) continue;
    const text = singleValue(name, headers[name]);
    if (text !== undefined) kept[name] = text;
  }
  return kept;
}

/**
 * Who may keep an answer of /api: nobody when it was given to a session; otherwise whom the host says, and nobody when it says
 * nothing. What a visitor's browser keeps must not stand in for the answer once somebody signs in there: hence Vary.
 */
export function withCacheRule(headers: Record<string, string>, hasSession: boolean): Record<string, string> {
  const rule = hasSession ? 'no-store' : (headers['cache-control'] ?? 'no-store');
  if (hasSession || /\b(no-store|private)\b/i.test(rule)) {
    const rest: Record<string, string> = {};
    for (const name in headers) {
      if (name !== 'age' && name !== 'expires') rest[name] = headers[name] as string;
    }
    rest['cache-control'] = rule;
    return rest;
  }
  return { ...headers, 'cache-control': rule, vary: headers.vary ? `${headers.vary}, Cookie` : 'Cookie' };
}

/** Puts an answer's head on a response. */
export function setHead(res: ServerResponse, status: number, headers: Record<string, string>): void {
  res.statusCode = status;
  for (const name in headers) res.setHeader(name, headers[name] as string);
}

const none: ReadonlySet<string> = new Set();

function connectionNames(headers: UpstreamAnswer['headers']): ReadonlySet<string> {
  const { connection } = headers;
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return none;
  const value = [headers.connection ?? []].flat().join(',');
  return new Set(value.split(',').map((name) => name.trim().toLowerCase()));
}

function singleValue(name: string, value: string | string[] | undefined): string | undefined {
  if (Array.isArray(value)) {
    // Lists may be joined; of a header that has one value the first is taken.
    return singleValue(
      name,
      name === 'vary' || name === 'cache-control' || name === 'allow' ? value.join(', ') : value[0],
    );
  }
  return value !== undefined && /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? value : undefined;
}
