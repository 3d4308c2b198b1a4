import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { traceparentOf } from '../../http/trace.ts';

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

export interface UpstreamHeaderOptions {
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
export function upstreamHeaders(req: Request, options: UpstreamHeaderOptions): Record<string, string> {
  const { url, requestId, session, misspelledHeader, body, without = [] } = options;
  const headers: Record<string, string> = { host: url.host };
  keepAllowed(req.headers, without, headers);
  if (body) describeBody(body, headers);
  describeBrowser(req, headers);
  headers['x-request-id'] = requestId;
  headers.traceparent = traceparentOf(requestId);
  if (session) attachUpstreamToken(session, misspelledHeader, headers);
  return headers;
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
}): Record<string, string> {
  return {
    host: url.host,
    accept: 'application/json',
    'x-forwarded-proto': publicUrl.protocol.slice(0, -1),
    'x-forwarded-host': publicUrl.host,
    'x-request-id': requestId,
    traceparent: traceparentOf(requestId),
  };
}

function keepAllowed(
  headers: IncomingHttpHeaders,
  without: readonly PassedOnHeader[],
  kept: Record<string, string>,
): void {
  for (const name of passedOn) {
    const value = headers[name];
    if (typeof value === 'string' && !without.includes(name)) kept[name] = value;
  }
  // Only a single range is passed on. The answer to several ranges is multipart/byteranges, which no browser requests
  // and the BFF does not relay.
  if (kept.range && !/^bytes=\d*-\d*$/.test(kept.range)) delete kept.range;
}

function describeBody(
  body: NonNullable<UpstreamHeaderOptions['body']>,
  headers: Record<string, string>,
): void {
  headers['content-type'] = body.contentType;
  headers['content-length'] = String(body.length);
}

/**
 * Sets X-Forwarded-* to the browser's scheme, host name and IP address, as Express determines them: from the
 * connection, or from the headers of a proxy in front of this site if TRUST_PROXY trusts that proxy.
 */
function describeBrowser(req: Request, headers: Record<string, string>): void {
  const { host, ip } = req;
  headers['x-forwarded-proto'] = req.protocol;
  if (ip) headers['x-forwarded-for'] = ip;
  if (host && plainHost.test(host)) headers['x-forwarded-host'] = host;
}

const plainHost = /^[A-Za-z0-9.\-_:[\]]{1,255}$/;

/**
 * Adds the token to the headers. One public call also sends it in a misspelled authorization header (docs/product.md
 * §6).
 */
function attachUpstreamToken(
  { token }: { token: string },
  misspelledHeader: string | undefined,
  headers: Record<string, string>,
): void {
  headers.authorization = `Bearer ${token}`;
  if (misspelledHeader) headers[misspelledHeader] = `Bearer ${token}`;
}
