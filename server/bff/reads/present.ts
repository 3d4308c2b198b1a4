import { isUtf8 } from 'node:buffer';
import { pathOnHosts, type RewriteRules, relativeMediaPath } from '../upstream/addresses.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { parseJson } from '../upstream/json-answer.ts';
import { recentBytes } from '../upstream/recent-bytes.ts';
import { richTexts } from './all-rich-texts.ts';
import { Json } from './json.ts';
import type { SafeText } from './rich-texts.ts';
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
): Promise<Json> {
  const isRich = mayHoldRichText(bytes, row);
  // Results with rich text are not cached, because they may differ the next time: a text whose sanitising took too
  // long is tried again.
  const recent = isRich ? undefined : recentBytes(bytes);
  const known = recent?.presented.get(rules);
  if (known) return new Json(undefined, known);
  const json = parseJson(bytes);
  const isHiding = mayHide(bytes, isRich);
  // Answers that conform-answer.ts reads again, or that are written anew, are walked too: nesting without end would
  // overflow the stack there.
  const isWalked = row.access === 'public' || isRich || isHiding || mayHoldAddress(bytes, rules);
  const isChanged = isWalked && (await presentAnswer(json, row, rules, options));
  const given = new Json(json, isChanged || isHiding ? undefined : bytes);
  recent?.presented.set(rules, given.bytes);
  return given;
}

/** True if the answer may contain a field with rich text: its name, or an escape that may spell it. */
function mayHoldRichText(bytes: Buffer, { html = [] }: PresentedRow): boolean {
  return (
    html.length > 0 &&
    ['\\u00', ...html.map((path) => `"${lastName(path)}"`)].some((hint) => bytes.includes(hint))
  );
}

/**
 * True if the answer may contain a whole URL or a path of media without its slash, in plain JSON or with escapes. An
 * answer without these and without rich text is not changed by `presentAnswer`.
 */
function mayHoldAddress(bytes: Buffer, { mediaPaths }: RewriteRules): boolean {
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
function mayHide(bytes: Buffer, isRich: boolean): boolean {
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
): Promise<boolean> {
  const htmlFields = new Set(row.html?.map(lastName));
  const found: { html: string; path: string; members: Members; key: string }[] = [];
  let isChanged = false;
  /** The names on the way to the members, as `html` of a contract row writes them. */
  const names: string[] = [];

  function put(members: Members, key: string, text: string): void {
    isChanged ||= members[key] !== text;
    members[key] = text;
  }

  /** Nothing is copied: copies would cost more than all else that is done with a short answer. */
  function walk(members: Members, fieldOfList?: string, isHtmlAround = false): void {
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

  function visit(members: Members, key: string, field: string, isHtml: boolean): void {
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

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

async function forVisitors(
  { html, runs, restore, numberOf }: SafeText,
  owner: TextOwner,
  { mediaPaths }: RewriteRules,
): Promise<string> {
  const sized = withSizedFigures(html, mediaPaths);
  if (runs.length === 0) return sized;
  const images = await servedImages(runs);
  return restore(withServedImages(sized, owner, (token) => images[numberOf(token)]));
}

function presentText(text: string, field: string, rules: RewriteRules): string {
  if (linkFields.has(field)) return text;
  if (mediaFields.has(field))
    return relativeMediaPath(text, rules.mediaPaths) ?? pathOnHosts(text, rules.hosts) ?? text;
  return pathOnHosts(text, rules.hosts) ?? text;
}
