import type { TextCode } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { routeOf } from '#shared/routes.ts';
import { productSegments } from '#shared/site/product-addresses.ts';
import type { RowId } from '../../database/types.ts';
import { machineFiles } from '../../http/machine-files.ts';
import { problemOf, splitAt } from '../target/plain-requests.ts';
import { isMediaPath } from '../upstream/addresses.ts';

/** Text code of the problem with an address that was entered. */
export type AddressProblem = Extract<TextCode, `redirect.${string}`>;

/** The result of a check: the address in its stored spelling, or the text code of its problem. */
interface Judged {
  address?: string;
  problem?: AddressProblem;
}

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
  const { path, stored } = judged;
  if (
    [ours, media, machineFiles, knownFiles].some((reserved) => reserved.test(path)) ||
    isMediaPath(path, mediaPaths)
  )
    return { problem: 'redirect.reserved' };
  // A home page address with a query, such as `/?p=123`, may be redirected: this site's home page reads no query, so
  // the address is one of a former site. Of the other pages, those whose route contains no id and no title always
  // exist.
  const isFormerHome = path === '/' && stored !== '/';
  if (!isFormerHome && routeOf(path)?.includes(':') === false) return { problem: 'redirect.isPage' };
  return { address: stored };
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

function judge(text: string): { path: string; stored: string } | { problem: AddressProblem } {
  if (text.length > limits.redirectAddress) return { problem: 'redirect.tooLong' };
  if (!text.startsWith('/') || /^\/[/\\]/.test(text)) return { problem: 'redirect.notPath' };
  const [plain, fragment = ''] = splitAt(text, '#');
  const { path = '', stored } = read(plain) ?? {};
  const problem = stored && problemOf(wireForm(stored));
  if (problem === 'lookalike') return { problem: 'redirect.reserved' };
  return stored === undefined || problem || normalText(fragment, inPath) === undefined
    ? { problem: 'redirect.notPlain' }
    : { path, stored };
}

/** The parameters of a query: each as it was written, and in its stored spelling, if its encoding can be read. */
function parametersOf(query: string) {
  return query
    .split('&')
    .filter(Boolean)
    .map((written) => {
      const sides = splitAt(written, '=').filter((side) => side !== undefined);
      const plain = sides.map((side) => normalText(side.replaceAll('+', ' '), inParameter));
      return { written, plain: plain.includes(undefined) ? undefined : plain.join('=') };
    });
}

/**
 * Reads a target: its path in its stored spelling, which has no trailing slash, its parameters, and the stored spelling
 * of both, with the parameters in order. The latter is undefined if the encoding of a parameter cannot be read.
 * Undefined if the path's encoding is broken or hides control characters.
 */
function read(target: string) {
  const [written, query = ''] = splitAt(target, '?');
  const segments = written.split('/').map((segment) => normalText(segment, inPath));
  if (segments.includes(undefined)) return undefined;
  // Of two slashes at the end both stay, so that `judge` refuses them.
  const path = segments.join('/').replace(/(?<=[^/])\/$/, '');
  const parameters = parametersOf(query);
  const plain = parameters.map((each) => each.plain);
  const sorted = plain.toSorted().join('&');
  const stored = plain.includes(undefined) ? undefined : path + (sorted && `?${sorted}`);
  return { path, parameters, stored };
}

/** Returns an address (path with query) in its stored spelling; undefined if its encoding cannot be read. */
export const storedForm = (address: string) => read(address)?.stored;

/** Returns the address as it is sent in a header: non-ASCII characters are encoded. */
export function wireForm(address: string) {
  return address.replace(/[^!-~]+/gu, encodeURIComponent);
}

/**
 * Brings all spellings of an address into one spelling: decodes once, composes letters (NFC), and encodes again where
 * needed, `meaningful` characters included. Undefined if the percent encoding is broken or hides control characters.
 */
function normalText(text: string, meaningful: string) {
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
function encoded(text: string, meaningful: string) {
  return Array.from(text, (sign) =>
    alwaysEncoded.test(sign) || meaningful.includes(sign) ? encodeURIComponent(sign) : sign,
  ).join('');
}

/** Maximum number of redirects that the server follows before it answers a visitor. */
export const longestChain = 10;

/** A redirect; one that is only about to be stored has no id. */
interface Entry {
  id?: RowId;
  to: string;
}

/**
 * Redirects by their old addresses. A target may have the parameters of an old address in any order, and others beside
 * them, which search engines and newsletters add. Of several redirects, the one with the most parameters is meant.
 */
export class OldAddresses {
  /** By path, or by path and the first parameter; then by address. */
  readonly #places = new Map<string, Map<string, Entry>>();
  size = 0;

  constructor(entries: Iterable<readonly [from: string, entry: Entry]>) {
    for (const [from, entry] of entries) this.#set(from, entry);
  }

  get(from: string) {
    return this.#places.get(placeOf(from))?.get(from);
  }

  #set(from: string, entry: Entry) {
    const place = this.#places.get(placeOf(from)) ?? new Map<string, Entry>();
    if (!place.has(from)) this.size += 1;
    this.#places.set(placeOf(from), place.set(from, entry));
  }

  /**
   * Adds a redirect, or changes its target. If this would create a loop, or a chain of more than ten redirects, nothing
   * changes and the code of the reason is returned.
   */
  put(from: string, entry: Entry) {
    const before = this.get(from);
    this.#set(from, entry);
    const { problem } = this.follow(entry.to);
    if (!problem) return undefined;
    if (before) this.#set(from, before);
    else if (this.#places.get(placeOf(from))?.delete(from)) this.size -= 1;
    return problem;
  }

  /** Looks up the redirect for a target (path with query), and the address to which it sends this visitor. */
  find(target: string) {
    const asked = read(target);
    if (!asked) return undefined;
    const { path, parameters } = asked;
    const sent = new Set(parameters.map(({ plain }) => plain));
    const found = [path, ...[...sent].map((plain) => `${path}?${plain}`)]
      .flatMap((place) => [...(this.#places.get(place) ?? [])])
      .map(([from, entry]) => ({ entry, named: namedIn(from) }))
      .filter(({ named }) => named.every((each) => sent.has(each)))
      .sort((one, other) => other.named.length - one.named.length)[0];
    if (!found) return undefined;
    const { entry, named } = found;
    const others = parameters.filter(({ plain }) => plain === undefined || !named.includes(plain));
    const written = others.map((each) => each.written);
    return { entry, to: carried(entry.to, written) };
  }

  /**
   * Follows redirects from `to` to the end of the chain, so that a visitor is redirected only once. An address in
   * between is skipped even if a page exists there now, because redirects do not know the pages.
   */
  follow(to: string): { address: string; problem?: 'redirect.loop' | 'redirect.chain' } {
    const seen = new Set<string>();
    let address = to;
    while (seen.size < longestChain) {
      const [target, fragment] = splitAt(address, '#');
      const next = this.find(target);
      if (!next) return { address };
      address = carried(next.to, [], fragment);
      if (seen.has(address)) return { address, problem: 'redirect.loop' };
      seen.add(address);
    }
    return { address, problem: 'redirect.chain' };
  }
}

/** Returns the parameters of an old address, which has its stored spelling. */
function namedIn(from: string) {
  return splitAt(from, '?')[1]?.split('&') ?? [];
}

function placeOf(from: string) {
  const [path] = splitAt(from, '?');
  const [first] = namedIn(from);
  return first === undefined ? path : `${path}?${first}`;
}

/**
 * Adds parameters (of the requested URL) and a fragment (of the redirect before this one) to a redirect's target. A
 * parameter whose name the target has itself is left out, and so is the fragment if the target has its own.
 */
function carried(to: string, others: readonly string[], fragment?: string) {
  const [target, own] = splitAt(to, '#');
  const nameOf = (written: string) => splitAt(parametersOf(written)[0]?.plain ?? written, '=')[0];
  const [path, query] = splitAt(target, '?');
  const names = new Set(query?.split('&').map(nameOf));
  const all = [...(query ? [query] : []), ...others.filter((each) => !names.has(nameOf(each)))];
  const end = own ?? fragment;
  return (all.length > 0 ? `${path}?${all.join('&')}` : target) + (end ? `#${end}` : '');
}
