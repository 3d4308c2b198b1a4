import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { KIB, limits, MIB } from '#shared/limits.ts';
import { extractInlineImages } from '../../rich-text/inline-images.ts';
import {
  pathOnHosts,
  type RewriteRules,
  relativeMediaPath,
  rewriteMediaAddress,
} from '../upstream/addresses.ts';
import { parseJson, recentBytes, unusableAnswer } from '../upstream/answers.ts';
import { createSanitiseThread, type SanitiseThread } from './sanitise-thread.ts';
import {
  ownerOf,
  type PresentedRow,
  servedImages,
  type TextOwner,
  withServedImages,
  withSizedFigures,
} from './served-images.ts';

/** Greatest depth to which an answer may be nested. No answer of the contract is nested deeper. */
const depthLimit = 50;

/** Fields that contain an image, a video or its captions. A host may send a path without an origin in them (docs/product.md §3). */
const mediaFields = new Set(['image', 'images', 'blog_image', 'video', 'captions']);
/**
 * Fields with links that a person has entered. They are not rewritten: a link may lead to a page of the API host, and
 * this site does not have that page.
 */
const linkFields = new Set(['project_url', 'portfolio_url', 'linkedin_url', 'facebook_url']);

interface PresentOptions {
  /** Fires when no caller is waiting any more, so that the work can be abandoned. */
  signal?: AbortSignal;
  /** The path of the read if a visitor makes it: large inline images are then replaced by URLs (served-images.ts). */
  visitorsPath?: string;
}

/**
 * Does the same as `presentAnswer`, but takes bytes of JSON. The bytes stay if nothing changes, with white space,
 * escapes and numbers beyond 2^53 as the host wrote them. Rejects like `parseJson` and `presentAnswer`.
 */
export async function presentBytes(
  bytes: Buffer,
  row: PresentedRow,
  rules: RewriteRules,
  options?: PresentOptions,
) {
  const recent = recentBytes(bytes);
  const known = recent?.presented.get(row);
  if (known?.rules === rules) return new Json(undefined, known.bytes);
  const isRich = mayHoldRichText(bytes, row);
  const json = parseJson(bytes);
  const isHiding = mayHide(bytes, isRich);
  // Answers that fetch-read.ts reads again, or that are written anew, are walked too: nesting without end would
  // overflow the stack there.
  const isWalked = row.access === 'public' || isRich || isHiding || mayHoldAddress(bytes, rules);
  const isChanged = isWalked && (await presentAnswer(json, row, rules, options));
  const given = new Json(json, isChanged || isHiding ? undefined : bytes);
  // Results with rich text are not remembered, because they may differ the next time: a text whose sanitising took too
  // long is tried again.
  if (!isRich) recent?.presented.set(row, { rules, bytes: given.bytes });
  return given;
}

/** True if the answer may contain a field with rich text: its name, or an escape that may spell it. */
function mayHoldRichText(bytes: Buffer, row: PresentedRow) {
  const hints = Array.from(richNames(row), (name) => `"${name}"`);
  return hints.length > 0 && ['\\u00', ...hints].some((hint) => bytes.includes(hint));
}

/** The names of the fields with rich text; a field has a place in the record and one in the list. */
function richNames({ html = [] }: PresentedRow) {
  return new Set(html.map((path) => path.slice(path.lastIndexOf('.') + 1)));
}

/**
 * True if the answer may contain a whole URL or a path of media without its slash, in plain JSON or with escapes. An
 * answer without these and without rich text is not changed by `presentAnswer`.
 */
function mayHoldAddress(bytes: Buffer, { mediaPaths }: RewriteRules) {
  // Of a path only the first segment, since a slash may be escaped.
  const hints = ['//', '/\\/', '\\u00', ...mediaPaths.map((path) => `"${path.split('/')[1]}`)];
  return hints.some((hint) => bytes.includes(hint));
}

const byteOrderMark = Buffer.from('\ufeff');

/**
 * True if the bytes may contain something that the parsed value lacks, so that they must not be sent unchanged:
 * malformed UTF-8, or a byte order mark. Beside rich text, any markup (`<` or `\u003c`) counts too: JSON may repeat a
 * key, and then only its last value was parsed and sanitised, while the bytes still contain the first.
 */
function mayHide(bytes: Buffer, isRich: boolean) {
  if (isRich && (bytes.includes('<') || bytes.includes('\\u00'))) return true;
  return !isUtf8(bytes) || bytes.indexOf(byteOrderMark) === 0;
}

/**
 * Prepares an answer of the API host for the browser: sanitises rich text where the contract row declares it, and
 * turns URLs of the host into paths of this site. Changes `json` in place, and resolves with true if anything changed.
 * Rejects with AppError 502 upstream.badAnswer for an answer that is nested too deep, and like `RichTexts.makeSafe`.
 */
export async function presentAnswer(
  json: unknown,
  row: PresentedRow,
  rules: RewriteRules,
  { signal, visitorsPath }: PresentOptions = {},
) {
  const htmlFields = richNames(row);
  const found: { html: string; path: string; members: Members; key: string }[] = [];
  let isChanged = false;
  /** The names on the way to the members, as `html` of a contract row writes them. */
  const names: string[] = [];

  function put(members: Members, key: string, text: string) {
    isChanged ||= members[key] !== text;
    members[key] = text;
  }

  /** Nothing is copied: copies would cost more than all else that is done with a short answer. */
  function walk(members: Members, fieldOfList?: string, isHtmlAround = false) {
    if (names.length > depthLimit) throw unusableAnswer(new Error(`JSON nested deeper than ${depthLimit}`));
    for (const key of Object.keys(members)) {
      names.push(fieldOfList === undefined ? key : '*');
      // Rich text is recognised by field names at any level, not by exact paths: unsanitised HTML must not get through
      // if a host nests its data differently than expected.
      const field = fieldOfList ?? key;
      visit(members, key, field, isHtmlAround || htmlFields.has(field));
      names.pop();
    }
  }

  function visit(members: Members, key: string, field: string, isHtml: boolean) {
    const value = members[key];
    if (typeof value === 'string') {
      if (isHtml) found.push({ html: value, path: names.join('.'), members, key });
      else put(members, key, presentText(value, field, rules));
    } else if (typeof value === 'object' && value !== null)
      walk(value as Members, Array.isArray(value) ? field : undefined, isHtml);
  }

  visit({ json }, 'json', '', false);
  const htmls = found.map(({ html }) => html);
  const texts = await richTexts.makeSafe(htmls, rules, { signal, asShown: visitorsPath !== undefined });
  for (const [index, { path, members, key }] of found.entries()) {
    const text = texts[index] as SafeText;
    const owner = visitorsPath ? ownerOf(row, visitorsPath, path, members) : undefined;
    put(members, key, owner ? await forVisitors(text, owner, rules) : text.restore(text.html));
  }
  return isChanged;
}

type Members = Record<string, unknown>;

async function forVisitors(
  { html, runs, restore, numberOf }: SafeText,
  owner: TextOwner,
  { mediaPaths }: RewriteRules,
) {
  const sized = withSizedFigures(html, mediaPaths);
  if (runs.length === 0) return sized;
  const images = await servedImages(runs);
  return restore(withServedImages(sized, owner, (token) => images[numberOf(token)]));
}

function presentText(text: string, field: string, rules: RewriteRules) {
  if (linkFields.has(field)) return text;
  if (mediaFields.has(field))
    return relativeMediaPath(text, rules.mediaPaths) ?? pathOnHosts(text, rules.hosts) ?? text;
  return pathOnHosts(text, rules.hosts) ?? text;
}

/** Sanitised rich text from which the long inline images were taken out. */
type SafeText = ReturnType<typeof extractInlineImages>;

interface RichTextsOptions {
  thread?: SanitiseThread;
  /** Maximum size of the cache, in bytes. */
  memoBytes?: number;
  /**
   * How much markup of one answer is parsed immediately, in characters; this takes 5 to 10 ms. Longer markup is
   * parsed in the thread.
   */
  atOnce?: number;
}

/** Texts longer than this are not tested for being plain: a long text has headings, so the test would fail. */
const plainLength = 16 * KIB;
/**
 * Milliseconds. A text that took too long to parse is shown without markup for this time, and is then tried again.
 */
const cutMs = 600_000;

/**
 * Creates the sanitiser with its cache. The key of a cached text is its markup without the inline images, and the
 * rules. So a text is not parsed again for another reader, nor when only an image in it has changed.
 */
export function createRichTexts({
  thread = createSanitiseThread(),
  memoBytes = 16 * MIB,
  atOnce = 16 * KIB,
}: RichTextsOptions = {}) {
  const memo = new LRUCache<string, string>({
    maxSize: memoBytes,
    // In bytes: at most two for each character, and the overhead of an entry.
    sizeCalculation: (html) => 2 * html.length + 256,
  });

  async function safeMarkup(html: string, rules: RewriteRules, room: { left: number }, signal?: AbortSignal) {
    if (isPlain(html)) return html;
    const key = keyOf(html, rules);
    const known = memo.get(key);
    if (known !== undefined) return known;
    if (html.length > room.left) {
      const made = await thread.run(key, { html, rules }, signal);
      memo.set(key, made.html, made.cut ? { ttl: cutMs } : {});
      return made.html;
    }
    room.left -= html.length;
    // Loaded on demand, because the parser is large and many servers never need it in this thread.
    const { sanitiseMarkup } = await import('../../rich-text/sanitise-html.ts');
    const safe = sanitiseMarkup(html, (address) => rewriteMediaAddress(address, rules));
    memo.set(key, safe);
    return safe;
  }

  return {
    /**
     * Returns the sanitised texts in the order of `texts`. Rejects like `SanitiseThread.run`; never returns a text that
     * was not sanitised.
     */
    async makeSafe(
      texts: readonly string[],
      rules: RewriteRules,
      {
        signal,
        asShown = false,
      }: {
        /** Fires when no caller is waiting any more. */
        signal?: AbortSignal;
        /** True if only the beginning of a text may be returned when a page could not show the whole text. */
        asShown?: boolean;
      } = {},
    ) {
      const room = { left: atOnce };
      return Promise.all(
        texts.map(async (text) => {
          const extracted = extractInlineImages(text);
          const isCut = asShown && extracted.html.length > limits.shownText;
          const html = isCut ? beginningOf(extracted.html) : extracted.html;
          return { ...extracted, html: await safeMarkup(html, rules, room, signal) };
        }),
      );
    },
    /** Ends the thread for long texts as soon as no caller waits for a text. */
    rest: () => thread.rest(),
  };
}

/**
 * Returns the beginning of a text that is too long. Rendering a page with the whole text would delay other requests,
 * and so large a page is not cached.
 */
function beginningOf(html: string) {
  const beginning = html.slice(0, limits.shownBeginning);
  const lastTag = beginning.lastIndexOf('<');
  return `${lastTag > beginning.lastIndexOf('>') ? beginning.slice(0, lastTag) : beginning} …`;
}

/**
 * True for text without markup, or with only paragraphs of words, as in the summaries of lists. The sanitiser would
 * return such a text unchanged, so it is skipped. Text with an entity or a NUL is not plain, because the sanitiser
 * rewrites both.
 */
function isPlain(html: string) {
  return !html.includes('<') || (html.length <= plainLength && /^(?:<p>[^<>&\0]*<\/p>)*$/.test(html));
}

function keyOf(html: string, { hosts, mediaPaths }: RewriteRules) {
  return createHash('sha256')
    .update(JSON.stringify([hosts, mediaPaths]))
    .update(html)
    .digest('base64url');
}

/**
 * The rich texts of this process. There is only one instance, so that the process has only one such cache in memory.
 */
export const richTexts = createRichTexts();

/** A JSON value and its bytes; each is made of the other when it is first needed. */
export class Json {
  #value: unknown;
  #bytes: Buffer | undefined;

  constructor(value: unknown, bytes?: Buffer) {
    this.#value = value;
    this.#bytes = bytes;
  }

  get value() {
    if (this.#value === undefined) this.#value = JSON.parse(String(this.#bytes));
    return this.#value;
  }

  get bytes() {
    this.#bytes ??= Buffer.from(JSON.stringify(this.#value));
    return this.#bytes;
  }
}
