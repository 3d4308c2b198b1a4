import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import { requestIdOf, traceparentOf } from '../../http/requests.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

/**
 * The browser's headers that are passed on (server/bff/upstream/README.md, "Headers to the upstream"). All others are
 * dropped, because a deny list would never be complete.
 */
const passedOn = [
  'accept',
  'accept-language',
  'if-none-match',
  'if-modified-since',
  'range',
  'user-agent',
] as const;

type PassedOnHeader = (typeof passedOn)[number];

interface UpstreamHeaderOptions {
  /** The URL of the API host, from which the `host` header of the call is taken. */
  url: URL;
  requestId: string;
  /** Absent for a visitor, whose call carries no credentials. */
  session?: { token: string };
  /** Name of the misspelled header (VIEW_BLOG_AUTH_HEADER); set only for the rows of docs/product.md §6. */
  misspelledHeader?: string;
  /** Type and length of the body. The length is always known, so no request is sent chunked. */
  body?: { contentType: string; length: number };
  /** Passed-on headers that this call leaves out, e.g. conditional headers where the BFF builds the body itself. */
  without?: readonly PassedOnHeader[];
}

/**
 * Builds all headers of a call to the API host anew. The browser's cookie, authorization, forged X-Forwarded-*,
 * Expect, Trailer, Upgrade, TE, and the headers that its Connection header names cannot get through, because they are
 * never copied.
 */
export function upstreamHeaders(req: Request, options: UpstreamHeaderOptions) {
  const { url, requestId, session, misspelledHeader, body, without = [] } = options;
  const headers: Record<string, string> = { host: url.host };
  for (const name of passedOn) {
    const value = req.headers[name];
    if (value !== undefined && !without.includes(name)) headers[name] = value;
  }
  // Only a single range is passed on. The answer to several ranges is multipart/byteranges, which no browser requests
  // and the BFF does not relay.
  if (headers.range && !/^bytes=\d*-\d*$/.test(headers.range)) delete headers.range;
  if (body) {
    headers['content-type'] = body.contentType;
    headers['content-length'] = String(body.length);
  }
  // The browser's scheme, host name and IP address as Express determines them: from the connection, or from the headers
  // of a proxy in front of this site if TRUST_PROXY trusts that proxy.
  const { host, ip } = req;
  headers['x-forwarded-proto'] = req.protocol;
  if (ip) headers['x-forwarded-for'] = ip;
  if (host && plainHost.test(host)) headers['x-forwarded-host'] = host;
  headers['x-request-id'] = requestId;
  headers.traceparent = traceparentOf(requestId);
  if (!session) return headers;
  headers.authorization = `Bearer ${session.token}`;
  // One public call also sends the token in a misspelled authorization header (docs/product.md §6).
  if (misspelledHeader) headers[misspelledHeader] = `Bearer ${session.token}`;
  return headers;
}

/** Headers of a browser's request for a page or a picture that the site's own reads for it do not have. */
const ofTheRequest = ['accept', 'accept-language', 'if-none-match', 'if-modified-since', 'range'] as const;

/**
 * Returns the headers of a public read for a visitor's page or picture. The host gets the site's public origin, because
 * a page has only one origin. It does not get the host name of the visitor's request.
 */
export function visitorHeaders(req: Request, options: Parameters<typeof anonymousHeaders>[0]) {
  return {
    ...upstreamHeaders(req, { ...options, without: ofTheRequest }),
    ...anonymousHeaders(options),
  };
}

/**
 * Returns the headers of a call whose answer is shared by all visitors, so no header is taken from a visitor's
 * request. The host is given the site's public URL, not the name under which a visitor called the site.
 */
export function anonymousHeaders({
  url,
  publicUrl,
  requestId,
}: {
  url: URL;
  publicUrl: URL;
  requestId: string;
}) {
  return {
    host: url.host,
    accept: 'application/json',
    'x-forwarded-proto': publicUrl.protocol.slice(0, -1),
    'x-forwarded-host': publicUrl.host,
    'x-request-id': requestId,
    traceparent: traceparentOf(requestId),
  };
}

const plainHost = /^[A-Za-z0-9.\-_:[\]]{1,255}$/;

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
export function browserHeaders(headers: UpstreamAnswer['headers'], options: BrowserHeaderOptions) {
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
 * Returns the headers with the cache rule for an answer below /api: `no-store` for a session, otherwise the host's own
 * rule, or `no-store` if the host sends none. An answer that may be stored gets Vary, so that after a sign-in the
 * browser does not use what it cached for a visitor; any other loses Age and Expires.
 */
export function withCacheRule(headers: Record<string, string>, hasSession: boolean) {
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
export function setHead(res: ServerResponse, status: number, headers: Record<string, string>) {
  res.statusCode = status;
  for (const name in headers) res.setHeader(name, headers[name] as string);
}

const none: ReadonlySet<string> = new Set();

function connectionNames(headers: UpstreamAnswer['headers']) {
  const { connection } = headers;
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return none;
  const value = [headers.connection ?? []].flat().join(',');
  return new Set(value.split(',').map((name) => name.trim().toLowerCase()));
}

function singleValue(name: string, value: string | string[] | undefined) {
  if (Array.isArray(value)) {
    // Headers that are lists are joined. If another header occurs several times, its first value is used.
    return singleValue(
      name,
      name === 'vary' || name === 'cache-control' || name === 'allow' ? value.join(', ') : value[0],
    );
  }
  return value !== undefined && /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? value : undefined;
}

/**
 * Returns the headers of the BFF's own calls to the API host about a session. They always request JSON, because some
 * hosts answer a failed sign-in with a redirect if a page seems to have sent it. They contain no conditional headers.
 */
export function sessionCallHeaders(
  req: Request,
  res: Response,
  upstream: Upstream,
  options: Pick<UpstreamHeaderOptions, 'session' | 'body'>,
) {
  const headers = upstreamHeaders(req, {
    ...options,
    url: upstream.url,
    requestId: requestIdOf(res),
    without: ['if-none-match', 'if-modified-since', 'range'],
  });
  return { ...headers, accept: 'application/json' };
}
