import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { traceHeaders } from '../../http/trace.ts';

/**
 * Headers of the browser that may go on (docs/architecture.md §5). Everything else stays here: no list of bad names is ever
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
  /** Absent for a visitor: then the call carries no credentials at all. */
  session?: { token: string };
  /** VIEW_BLOG_AUTH_HEADER, on the rows of docs/product.md §6 only. */
  misspelledHeader?: string;
  /** The body that goes with the headers: its length is always known here, so nothing is ever sent chunked. */
  body?: { contentType: string; length: number };
  /** Headers of the list that this call does without, e.g. conditionals where the body is made anew. */
  without?: readonly PassedOnHeader[];
}

/**
 * The complete headers of a call to the API host, built from nothing: the browser's cookie, authorization, forged
 * X-Forwarded-*, Expect, Trailer, Upgrade, TE and whatever its Connection header names cannot slip through, because
 * nobody ever copies them.
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
 * The headers of a call whose answer is for everybody: nothing in them is any visitor's. The host learns under which address the
 * site is known, not by which name somebody has called it.
 */
export function headersOfNobody({
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
  // One range at a time: several come back as multipart/byteranges, which no browser asks for and nobody here relays.
  if (kept.range && !/^bytes=\d*-\d*$/.test(kept.range)) delete kept.range;
}

function describeBody(
  body: NonNullable<UpstreamHeaderOptions['body']>,
  headers: Record<string, string>,
): void {
  headers['content-type'] = body.contentType;
  headers['content-length'] = String(body.length);
}

/** As Express knows them: the socket's own, or a proxy's in front of us if TRUST_PROXY says to believe it. */
function describeBrowser(req: Request, headers: Record<string, string>): void {
  const { host, ip } = req;
  headers['x-forwarded-proto'] = req.protocol;
  if (ip) headers['x-forwarded-for'] = ip;
  if (host && plainHost.test(host)) headers['x-forwarded-host'] = host;
}

const plainHost = /^[A-Za-z0-9.\-_:[\]]{1,255}$/;

/** docs/product.md §6: one public call sends the token in a misspelled authorization header as well, and only that one. */
function attachUpstreamToken(
  { token }: { token: string },
  misspelledHeader: string | undefined,
  headers: Record<string, string>,
): void {
  headers.authorization = `Bearer ${token}`;
  if (misspelledHeader) headers[misspelledHeader] = `Bearer ${token}`;
}
