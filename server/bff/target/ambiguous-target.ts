import type { RequestHandler } from 'express';
import { AppError } from '../../errors.ts';

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
export function problemOf(target: string): 'malformed' | 'lookalike' | undefined {
  const [path = '', query = ''] = splitOnce(target, '?');
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
function isPlainSegment(raw: string, isLast: boolean): boolean {
  // Only the last segment may be empty: `//` is read as a host by some, as nothing by others.
  if (raw === '') return isLast;
  const segment = decoded(raw);
  if (segment === undefined || isDots(segment)) return false;
  // `/;x/api` is `//api` to a Java server, which reads that as `/api`.
  return isLast || withoutParameters(segment) !== '';
}

/** One segment decoded; undefined when its encoding is broken, not UTF-8, or hides a character that splits paths. */
function decoded(raw: string): string | undefined {
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
function isDots(segment: string): boolean {
  return /^\.{1,2}$/.test(withoutParameters(segment.normalize('NFKC')));
}

/** True for a first segment that a lenient parser could take for `api`: case, width, parameters, stray dots and spaces. */
function readsAsApi(segment: string): boolean {
  const plain = withoutParameters(segment.normalize('NFKC')).replace(/[\s.\p{Cf}]/gu, '');
  return plain.toUpperCase() === 'API' || plain.toLowerCase() === 'api';
}

function withoutParameters(segment: string): string {
  return segment.split(';', 1)[0] ?? '';
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
