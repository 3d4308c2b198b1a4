import type { ServerResponse } from 'node:http';
import type { UpstreamAnswer } from './upstream.ts';

/**
 * The headers of the API host that may reach a browser. This is an allow list, because the headers that describe the
 * answer itself are few and known. Other headers, such as set-cookie, CORS, server, refresh and alt-svc, affect the
 * page or reveal the host's software. `location` is not in the list, because the code that passes on a redirect
 * rewrites it.
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

/**
 * Headers that describe the bytes as they were sent by the host. They are only true if the same bytes are passed on.
 */
const ofTheBytes = new Set(['content-length', 'content-encoding']);

interface BrowserHeaderOptions {
  /** True if the body is sent unchanged, byte for byte. */
  sameBytes: boolean;
  /** Headers to leave out of this answer. */
  without?: ReadonlySet<string>;
}

/**
 * Returns the headers for the browser. Hop-by-hop headers, and headers that Connection lists, are never included (RFC
 * 9110 §7.6.1).
 */
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
 * Sets the cache rule for an answer below /api: `no-store` for a session, otherwise the host's own rule, or
 * `no-store` if the host sends none. Sets Vary, so that after a sign-in the browser does not use an answer that it
 * cached for a visitor.
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

/** Sets the status and the headers of a response. */
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
    // Headers that are lists are joined. If another header occurs several times, its first value is used.
    return singleValue(
      name,
      name === 'vary' || name === 'cache-control' || name === 'allow' ? value.join(', ') : value[0],
    );
  }
  return value !== undefined && /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? value : undefined;
}
