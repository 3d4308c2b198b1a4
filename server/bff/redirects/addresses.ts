import type { TextCode } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { routeOf } from '#shared/routes.ts';
import { productSegments } from '#shared/site/product-addresses.ts';
import { machineFiles } from '../../http/machine-files.ts';
import { problemOf } from '../target/ambiguous-target.ts';
import { isMediaPath } from '../upstream/addresses.ts';

/** Text code of the problem with an address that was entered. */
export type AddressProblem = Extract<TextCode, `redirect.${string}`>;

/** The result of a check: the address in its stored spelling, or the text code of its problem. */
type Judged = { address: string } | { problem: AddressProblem };

/**
 * Characters that stay percent-encoded: those with a meaning in an address, those that browsers encode, and invisible
 * ones. Letters of every script are decoded, so that people can read the addresses.
 */
const keptEncoded = /[\p{C}\p{Z}\ufffd"#%<>?\\^`{|}]/u;
const inQuery = /[\p{C}\p{Z}\ufffd"#%<>?\\^`{|}&=+]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

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
  if (address !== '/' && judged.path === '/') return { address };
  return isFixedPage(judged.path) ? { problem: 'redirect.isPage' } : { address };
}

/**
 * Checks the target of a redirect: a path of this site, optionally with query and fragment. The target keeps the
 * spelling in which it was entered.
 */
export function checkTo(text: string): Judged {
  const [plain = '', fragment] = splitAt(text, '#');
  const judged = judge(plain);
  if ('problem' in judged) {
    const { problem } = judged;
    return { problem: problem === 'redirect.reserved' ? 'redirect.badTarget' : problem };
  }
  if (text.length > limits.redirectAddress) return { problem: 'redirect.tooLong' };
  if (ours.test(judged.path)) return { problem: 'redirect.badTarget' };
  if (fragment !== undefined && (control.test(fragment) || normalText(fragment, keptEncoded) === undefined))
    return { problem: 'redirect.encoding' };
  const [path = '', query] = splitAt(plain, '?');
  const sides = [readable(path), query && `?${readable(query)}`, fragment && `#${readable(fragment)}`];
  return { address: sides.join('') };
}

/** Decodes letters of every script. Encoded ASCII characters may have a meaning, so they stay encoded. */
function readable(text: string): string {
  const written = text.replace(/(?:%[89a-f][0-9a-f])+/gi, decodeURIComponent);
  return Array.from(written, (sign) =>
    sign !== '%' && keptEncoded.test(sign) ? encodeURIComponent(sign) : sign,
  ).join('');
}

function judge(text: string): Parts | { problem: AddressProblem } {
  if (control.test(text)) return { problem: 'redirect.control' };
  if (text.includes('\ufffd')) return { problem: 'redirect.unreadable' };
  if (text.length > limits.redirectAddress) return { problem: 'redirect.tooLong' };
  if (!text.startsWith('/') || /^\/[/\\]/.test(text)) return { problem: 'redirect.notPath' };
  if (text.includes('\\')) return { problem: 'redirect.notPlain' };
  const parts = partsOf(text);
  if (!parts) return { problem: 'redirect.encoding' };
  const problem = problemOf(wireForm(joined(parts)));
  if (problem === 'lookalike') return { problem: 'redirect.reserved' };
  return problem ? { problem: 'redirect.notPlain' } : parts;
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
      const plain = sides.map((side) => normalText(side.replaceAll('+', ' '), inQuery));
      return { written, plain: plain.includes(undefined) ? undefined : plain.join('=') };
    });
}

/** Reads path and parameters of a target; undefined if the path's encoding is broken or hides control characters. */
function read(target: string): { path: string; parameters: Parameter[] } | undefined {
  const [path = '', query = ''] = splitAt(target, '?');
  const plain = path.split('/').map((segment) => normalText(segment, keptEncoded));
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
 * needed. `kept` matches the characters that stay encoded. Undefined if the percent encoding is broken or hides
 * control characters.
 */
function normalText(text: string, kept: RegExp): string | undefined {
  let plain = text;
  if (text.includes('%')) {
    try {
      plain = decodeURIComponent(text);
    } catch {
      return undefined;
    }
  }
  if (/^[\w\-.~]*$/.test(plain)) return plain;
  if (!plain.isWellFormed() || control.test(plain)) return undefined;
  return Array.from(plain.normalize('NFC'), (sign) =>
    kept.test(sign) ? encodeURIComponent(sign) : sign,
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
