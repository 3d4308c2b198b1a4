import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import type { Session } from '../session/session.ts';

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
  session?: Pick<Session, 'token'>;
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
  return {
    host: options.url.host,
    ...keepAllowed(req.headers, options.without ?? []),
    ...describeBody(options.body),
    ...describeBrowser(req),
    'x-request-id': options.requestId,
    ...attachUpstreamToken(options.session),
    ...attachMisspelledToken(options.session, options.misspelledHeader),
  };
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
  };
}

function keepAllowed(
  headers: IncomingHttpHeaders,
  without: readonly PassedOnHeader[],
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of passedOn) {
    const value = headers[name];
    if (typeof value === 'string' && !without.includes(name)) kept[name] = value;
  }
  // One range at a time: several come back as multipart/byteranges, which no browser asks for and nobody here relays.
  if (kept.range && !/^bytes=\d*-\d*$/.test(kept.range)) delete kept.range;
  return kept;
}

function describeBody(body: UpstreamHeaderOptions['body']): Record<string, string> {
  return body ? { 'content-type': body.contentType, 'content-length': String(body.length) } : {};
}

/** As Express knows them: the socket's own, or a proxy's in front of us if TRUST_PROXY says to believe it. */
function describeBrowser(req: Request): Record<string, string> {
  const { host, ip } = req;
  const headers: Record<string, string> = { 'x-forwarded-proto': req.protocol };
  if (ip) headers['x-forwarded-for'] = ip;
  if (host && plainHost.test(host)) headers['x-forwarded-host'] = host;
  return headers;
}

const plainHost = /^[A-Za-z0-9.\-_:[\]]{1,255}$/;

function attachUpstreamToken(session: UpstreamHeaderOptions['session']): Record<string, string> {
  return session ? { authorization: `Bearer ${session.token}` } : {};
}

/** docs/product.md §6: one public call sends the token in a misspelled authorization header, and only that one. */
function attachMisspelledToken(
  session: UpstreamHeaderOptions['session'],
  name: string | undefined,
): Record<string, string> {
  return session && name ? { [name]: `Bearer ${session.token}` } : {};
}
