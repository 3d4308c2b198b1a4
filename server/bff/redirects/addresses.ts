import type { TextCode } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { routeOf } from '#shared/routes.ts';
import { productSegments } from '#shared/site/product-addresses.ts';
import { machineFiles } from '../../http/machine-files.ts';
import { problemOf } from '../target/plain-requests.ts';
import { isMediaPath } from '../upstream/addresses.ts';

/** Text code of the problem with an address that was entered. */
export type AddressProblem = Extract<TextCode, `redirect.${string}`>;

/** The result of a check: the address in its stored spelling, or the text code of its problem. */
type Judged = { address: string } | { problem: AddressProblem };

/**
 * Characters that browsers encode, and invisible ones. Letters of every script are decoded, so that people can read
 * the addresses.
 */
const alwaysEncoded = /[\p{C}\p{Z}"<>\\^`{|}]/u;
/** Characters with a meaning in a path or fragment, and in a parameter; they stay encoded, too. */
const inPath = '#%?';
const inParameter = '#%?&=+';
/** Control characters, and the sign that stands for a letter that could not be read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const unusable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd]/;

/**
 * Paths that the site itself always answers, even if only with a redirect (docs/product.md §24). Case-insensitive,
 * because `/API` is refused too.
 */
const ours = new RegExp(`^/(?:${productSegments.filter((each) => each !== 'media').join('|')})(?:/|$)`, 'i');
/** Files of the site with well-known names. */
const knownFiles =
  /^\/(?:favicon\.ico|apple-touch-icon\.png|\.well-known\/(?:security\.txt|change-password))$/;
const media = /^\/media(?:\/|$)/i;

/**
 * Checks the old address of a redirect: a path, with a query only if the query is part of the address. `mediaPaths`
 * are the API host's media paths.
 */
export function checkFrom(text: string, mediaPaths: readonly string[]): Judged {
  if (text.includes('#')) return { problem: 'redirect.fragment' };
  const judged = judge(text);
  if ('problem' in judged) return judged;
  const address = withoutSlash(judged);
  const { path } = judged;
  // Stored addresses have no trailing slash, so the trailing slash is removed before the comparison with the names of
  // the site's files.
  const file = withoutSlash({ path, query: '' });
  const isOurFile = machineFiles.test(file) || knownFiles.test(file);
  if (ours.test(path) || media.test(path) || isOurFile || isMediaPath(path, mediaPaths))
    return { problem: 'redirect.reserved' };
  // A home page address with a query, such as `/?p=123`, may be redirected: this site's home page reads no query, so
  // the address is one of a former site.
  if (address !== '/' && path === '/') return { address };
  return isFixedPage(path) ? { problem: 'redirect.isPage' } : { address };
}

/**
 * Checks the target of a redirect: a path of this site, optionally with query and fragment. The target keeps the
 * spelling in which it was entered, but for letters, which are decoded.
 */
export function checkTo(text: string): Judged {
  const judged = judge(text);
  if ('problem' in judged) return judged;
  if (ours.test(judged.path)) return { problem: 'redirect.reserved' };
  // Encoded ASCII characters may have a meaning, so they stay encoded.
  const readable = text.replace(/(?:%[89a-f][0-9a-f])+/gi, decodeURIComponent);
  return { address: encoded(readable, '') };
}

function judge(text: string): Parts | { problem: AddressProblem } {
  if (text.length > limits.redirectAddress) return { problem: 'redirect.tooLong' };
  if (!text.startsWith('/') || /^\/[/\\]/.test(text)) return { problem: 'redirect.notPath' };
  const [plain, fragment = ''] = splitAt(text, '#');
  const parts = partsOf(plain);
  const problem = parts && problemOf(wireForm(joined(parts)));
  if (problem === 'lookalike') return { problem: 'redirect.reserved' };
  return !parts || problem || normalText(fragment, inPath) === undefined
    ? { problem: 'redirect.notPlain' }
    : parts;
}

interface Parts {
  path: string;
  query: string;
}

/** A parameter of a query: as it was written, and in its stored spelling, if its encoding can be read. */
interface Parameter {
  written: string;
  plain: string | undefined;
}

/** The parameters of a query. */
export function parametersOf(query: string): Parameter[] {
  return query
    .split('&')
    .filter(Boolean)
    .map((written) => {
      const sides = splitAt(written, '=').filter((side) => side !== undefined);
      const plain = sides.map((side) => normalText(side.replaceAll('+', ' '), inParameter));
      return { written, plain: plain.includes(undefined) ? undefined : plain.join('=') };
    });
}

/** Reads path and parameters of a target; undefined if the path's encoding is broken or hides control characters. */
function read(target: string): { path: string; parameters: Parameter[] } | undefined {
  const [path = '', query = ''] = splitAt(target, '?');
  const plain = path.split('/').map((segment) => normalText(segment, inPath));
  return plain.includes(undefined) ? undefined : { path: plain.join('/'), parameters: parametersOf(query) };
}

/** Returns the path of a requested target in its stored spelling, and its parameters, if its path can be read. */
export function askedFor(target: string): { path: string; parameters: Parameter[] } | undefined {
  const asked = read(target);
  return asked && { ...asked, path: withoutSlash({ path: asked.path, query: '' }) };
}

/**
 * Returns an address (path with query) in its stored spelling, the parameters in order; undefined if its encoding
 * cannot be read.
 */
export function storedForm(address: string): string | undefined {
  const parts = partsOf(address);
  return parts && withoutSlash(parts);
}

/** Returns the address as it is sent in a header: non-ASCII characters are encoded. */
export function wireForm(address: string): string {
  return address.replace(/[^!-~]+/gu, encodeURIComponent);
}

/**
 * Returns path and query of an address without a fragment, each in its stored spelling; undefined if the percent
 * encoding is broken or hides control characters.
 */
function partsOf(address: string): Parts | undefined {
  const found = read(address);
  const plain = found?.parameters.map((each) => each.plain) ?? [];
  return found && !plain.includes(undefined)
    ? { path: found.path, query: plain.sort().join('&') }
    : undefined;
}

/**
 * Brings all spellings of an address into one spelling: decodes once, composes letters (NFC), and encodes again where
 * needed, `meaningful` characters included. Undefined if the percent encoding is broken or hides control characters.
 */
function normalText(text: string, meaningful: string): string | undefined {
  let plain = text;
  if (text.includes('%')) {
    try {
      plain = decodeURIComponent(text);
    } catch {
      return undefined;
    }
  }
  if (/^[\w\-.~]*$/.test(plain)) return plain;
  return plain.isWellFormed() && !unusable.test(plain)
    ? encoded(plain.normalize('NFC'), meaningful)
    : undefined;
}

/** Encodes what browsers encode, and the `meaningful` characters. */
function encoded(text: string, meaningful: string): string {
  return Array.from(text, (sign) =>
    alwaysEncoded.test(sign) || meaningful.includes(sign) ? encodeURIComponent(sign) : sign,
  ).join('');
}

function withoutSlash({ path, query }: Parts): string {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return joined({ path: plain, query });
}

function joined({ path, query }: Parts): string {
  return query ? `${path}?${query}` : path;
}

/** True for a page that always exists, because its route contains no id and no title. */
function isFixedPage(path: string): boolean {
  return routeOf(path)?.includes(':') === false;
}

export function splitAt(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
