import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { RequestHandler } from 'express';
import { AppError } from '../../errors.ts';
import { hasBody } from '../../http/connections.ts';

/** The only methods that this server accepts. It refuses a request with another method for every path. */
const usual = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const usualText = [...usual].join(', ');

/**
 * True if a header asks the host to treat a request as another method. This site would check e.g. a POST, and the
 * host would then execute a DELETE, which this site has not checked.
 */
function overridesInHeaders(headers: IncomingHttpHeaders) {
  return (
    headers['x-http-method-override'] !== undefined ||
    headers['x-http-method'] !== undefined ||
    headers['x-method-override'] !== undefined
  );
}

/** Returns the error 400 for a request that asks to be treated as another method. */
export function methodOverridden() {
  return new AppError('request.methodRefused', 400, { values: { method: 'overridden' } });
}

/** True for the name of the field by which Laravel, Rails and others turn a POST into another method. */
export function isMethodOverride(name: string) {
  // Reads the name as PHP does: without leading spaces, cut at NUL, and with `_` for characters that may not occur in
  // PHP's variable names. Only the beginning is read, since a sender chooses the length of a name.
  const [bare = ''] = name.replace(/^ +/, '').split('\0', 1);
  const closed = bare.lastIndexOf(']');
  const read = bare.slice(0, 8).replace(/[ .[]/g, (sign, at) => (sign === '[' && at < closed ? sign : '_'));
  return /^_method(\[|$)/i.test(read);
}

const mayNameMethod = /method|%/i;

function overridesInQuery(target: string) {
  const at = target.indexOf('?');
  // The query is examined only if it contains part of the field's name, or `%`, with which the name may be encoded.
  if (at < 0 || !mayNameMethod.test(target)) return false;
  // Some hosts also separate fields at `;`, so both `&` and `;` count as separators here.
  return target
    .slice(at + 1)
    .split(/[&;]/)
    .some((pair) => isMethodOverride(decodedName(pair.split('=', 1)[0] ?? '')));
}

function decodedName(name: string) {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}

/**
 * Refuses unusual requests: TRACE and similar methods (405), method overrides in headers or query (400), connection
 * upgrades (400), expectations other than 100-continue (417), and a body on GET or HEAD (400), because some servers
 * would read the bytes of this body as a second request (RFC 9110 §9.3.1). CONNECT never gets here: see
 * http/connections.ts.
 */
export function refuseUnusualMethods(): RequestHandler {
  return (req, _res, next) => {
    const { method, headers } = req;
    if (!usual.has(method)) {
      throw new AppError('request.methodRefused', 405, { values: { method }, headers: { Allow: usualText } });
    }
    if (overridesInHeaders(headers) || overridesInQuery(req.url)) {
      throw methodOverridden();
    }
    if (headers.upgrade !== undefined) throw new AppError('request.upgradeRefused', 400);
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
      throw new AppError('request.expectRefused', 417);
    }
    if ((method === 'GET' || method === 'HEAD') && hasBody(req)) {
      throw new AppError('request.bodyRefused', 400, { values: { method } });
    }
    next();
  };
}

/**
 * True for a GET or HEAD without any unusual feature: `refuseUnusualMethods` would accept it. The target is not
 * checked.
 */
export function isPlainRead({ method, headers, httpVersionMinor }: IncomingMessage) {
  return (
    (method === 'GET' || method === 'HEAD') &&
    httpVersionMinor === 1 &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.upgrade === undefined &&
    headers.expect === undefined &&
    !overridesInHeaders(headers)
  );
}

/**
 * Refuses a request with no Host header, with several, or with an invalid one (RFC 9112 §3.2): 400 `request.badHost`,
 * and the connection is closed. If this server and the next one used different Host headers, an attacker could get
 * links with a forged name into caches and mails. Only HTTP/1.0 may omit the header.
 */
export function refuseInvalidHosts(): RequestHandler {
  return (req, _res, next) => {
    if (!hasValidHost(req)) throw new AppError('request.badHost', 400, { headers: { Connection: 'close' } });
    next();
  };
}

/** True if a request has exactly one Host header with a valid name; for HTTP/1.0 also if it has none. */
export function hasValidHost(req: IncomingMessage) {
  // They are counted here, because `req.headers` contains only the first of them.
  let lines = 0;
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const name = req.rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines === 1 ? isHost(req.headers.host ?? '') : lines === 0 && req.httpVersion === '1.0';
}

/** The last name that was found valid. Nearly every request has the same name, which need not be checked again. */
let lastValid = '';

/** True for a host name, an IPv4 address or an IPv6 address in brackets, with an optional port (RFC 9110 §7.2). */
function isHost(value: string) {
  if (value === lastValid && value !== '') return true;
  const isValid = isHostName(value);
  if (isValid) lastValid = value;
  return isValid;
}

function isHostName(value: string) {
  const [, name = '', address, port = ''] = plainHost.exec(value) ?? [];
  if (!name || Number(port) > 65_535) return false;
  return address === undefined || isIPv6(address);
}

/**
 * Matches only names that can be in DNS. The grammar of RFC 9110 also allows commas, `%` and `*`, which do not match.
 */
const plainHost = /^([a-z0-9_](?:[a-z0-9._-]{0,252}[a-z0-9_.])?|\[([0-9a-f:.]{2,45})\])(?::(\d{0,5}))?$/i;

/**
 * Printable ASCII only. Node passes raw bytes of the request line on as Latin-1, so any other character was not
 * encoded by the client.
 */
const printable = /^[!-~]*$/;

/**
 * Characters that no browser sends unencoded in a path, and that different parsers interpret differently. A `#` is
 * not allowed in a target at all.
 */
const ambiguousRaw = /[\\"<>^`{}#]/;

/** After one decoding: what would split or climb, or end the string, in a parser that decodes before it splits. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const ambiguousDecoded = /[/\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Still encoded after one decoding: the same characters, waiting for a host that decodes twice. */
const encodedTwice = /%(?:0|1|2[ef5]|5c|7f)/i;

/**
 * Judges the raw target before anything routes on it (server/bff/target/README.md). Proxies, Express and API hosts read odd
 * targets differently, and every difference is a way past a rule that looked at the other reading. So only a target that all
 * of them read alike goes on. Errors: 400 `request.badTarget` for what is malformed, 404 `request.notFound` for what only
 * resembles /api.
 */
export function refuseAmbiguousTargets(): RequestHandler {
  return (req, _res, next) => {
    const problem = problemOf(req.url);
    if (problem === 'malformed') throw new AppError('request.badTarget', 400);
    if (problem === 'lookalike') throw new AppError('request.notFound', 404);
    next();
  };
}

/** Segments of letters, digits, `-` and `_` say what they say: nearly every path is one of these. */
const plainPath = /^(?:\/[\w-]+)+$/;
const api = /^\/api(?:\/|$)/;
const apiInAnyCase = /^\/api(?:\/|$)/i;

/** The fault of a raw target; undefined if it has none. */
export function problemOf(target: string) {
  const [path, query = ''] = splitAt(target, '?');
  // Absolute form, asterisk form and authority form (RFC 9112 §3.2) are for proxies and for OPTIONS *.
  if (!path.startsWith('/')) return 'malformed';
  if (!printable.test(query) || query.includes('#')) return 'malformed';
  if (plainPath.test(path)) return apiInAnyCase.test(path) && !api.test(path) ? 'lookalike' : undefined;
  if (!printable.test(path) || ambiguousRaw.test(path)) return 'malformed';
  const [first = '', ...rest] = path.split('/').slice(1);
  if (![first, ...rest].every((raw, index) => isPlainSegment(raw, index === rest.length))) return 'malformed';
  return first !== 'api' && readsAsApi(decoded(first) ?? '') ? 'lookalike' : undefined;
}

/** True for a raw segment that every parser reads alike. */
function isPlainSegment(raw: string, isLast: boolean) {
  // Only the last segment may be empty: `//` is read as a host by some, as nothing by others.
  if (raw === '') return isLast;
  const segment = decoded(raw);
  if (segment === undefined || isDots(segment)) return false;
  // `/;x/api` is `//api` to a Java server, which reads that as `/api`.
  return isLast || withoutParameters(segment) !== '';
}

/** One segment decoded; undefined when its encoding is broken, not UTF-8, or hides a character that splits paths. */
function decoded(raw: string) {
  if (!raw.includes('%')) return raw;
  let text: string;
  try {
    // Also refuses overlong forms such as %c0%af, since they are not UTF-8.
    text = decodeURIComponent(raw);
  } catch {
    return undefined;
  }
  return ambiguousDecoded.test(text) || encodedTwice.test(text) ? undefined : text;
}

/** `.` and `..`, also with the parameters that Java servers cut off (`..;x`) and in full-width dots. */
function isDots(segment: string) {
  return /^\.{1,2}$/.test(withoutParameters(segment.normalize('NFKC')));
}

/** True for a first segment that a lenient parser could take for `api`: case, width, parameters, stray dots and spaces. */
function readsAsApi(segment: string) {
  const plain = withoutParameters(segment.normalize('NFKC')).replace(/[\s.\p{Cf}]/gu, '');
  return plain.toUpperCase() === 'API' || plain.toLowerCase() === 'api';
}

function withoutParameters(segment: string) {
  return segment.split(';', 1)[0] ?? '';
}

/** Splits a text at the first mark; the second part is undefined if there is none. */
export function splitAt(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
