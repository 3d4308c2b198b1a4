import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { traceHeaders } from '../../http/trace.ts';

/**
 * Headers of the browser that are passed on (server/bff/upstream/README.md, "Headers to the upstream"). All others are dropped: no deny list is ever
 * complete.
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
  /** The API host's own address: its `host` header. */
  url: URL;
  requestId: string;
  /** Absent for a visitor; the call then carries no credentials. */
  session?: { token: string };
  /** VIEW_BLOG_AUTH_HEADER, only on the rows of docs/product.md §6. */
  misspelledHeader?: string;
  /** The body that belongs to the headers. Its length is always known, so no request is sent chunked. */
  body?: { contentType: string; length: number };
  /** Headers of the list to leave out of this call, e.g. conditionals where the BFF builds the body itself. */
  without?: readonly PassedOnHeader[];
}

/**
 * Builds the complete headers of a call to the API host from scratch: the browser's cookie, authorization, forged
 * X-Forwarded-*, Expect, Trailer, Upgrade, TE and the headers named by its Connection header cannot get through,
 * because they are never copied.
 */
export function upstreamHeaders(req: Request, options: UpstreamHeaderOptions): Record<string, string> {
  const { url, requestId, session, misspelledHeader, body, without = [] } = options;
  const headers: Record<string, string> = { host: url.host };
  keepAllowed(req.headers, without, headers);
  if (body) describeBody(body, headers);
  describeBrowser(req, headers);
  headers['x-request-id'] = requestId;
  Object.assign(headers, traceHeaders(requestId));
  if (session) attachUpstreamToken(session, misspelledHeader, headers);
  return headers;
}

/**
 * Headers of a call whose answer is shared by all visitors: none of them comes from a visitor. The host gets the
 * site's public address, not the name under which a visitor called it.
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
    ...traceHeaders(requestId),
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
  // One range at a time: a request for several is answered with multipart/byteranges, which no browser requests and
  // the BFF does not relay.
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
 * Sets X-Forwarded-* to the browser's scheme, host and address as Express determines them: from the socket, or from a
 * proxy in front of this site if TRUST_PROXY trusts it.
 */
function describeBrowser(req: Request, headers: Record<string, string>): void {
  const { host, ip } = req;
  headers['x-forwarded-proto'] = req.protocol;
  if (ip) headers['x-forwarded-for'] = ip;
  if (host && plainHost.test(host)) headers['x-forwarded-host'] = host;
}

const plainHost = /^[A-Za-z0-9.\-_:[\]]{1,255}$/;

/** docs/product.md §6: a single public call also sends the token in a misspelled authorization header. */
function attachUpstreamToken(
  { token }: { token: string },
  misspelledHeader: string | undefined,
  headers: Record<string, string>,
): void {
  headers.authorization = `Bearer ${token}`;
  if (misspelledHeader) headers[misspelledHeader] = `Bearer ${token}`;
}
