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

/** Position of a value in an answer. */
interface Place {
  /**
   * Names of the fields on the way to the value, joined by dots, with `*` for the items of a list. `html` of a
   * contract row uses the same notation.
   */
  path: string;
  /** The name of the field that contains the value, or that contains the list with the value. */
  field: string;
  /** True for a field that contains rich text, and for everything below such a field. */
  isHtml: boolean;
  depth: number;
  siblings: Readonly<Record<string, unknown>>;
}

const top: Place = { path: '', field: '', isHtml: false, depth: 0, siblings: {} };

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
  // Results with rich text are not cached, because they may differ the next time: a text whose sanitising took too
  // long is tried again.
  const recent = row.html ? undefined : recentBytes(bytes);
  const known = recent?.presented.get(rules);
  if (known) return new Json(undefined, known);
  const json = parseJson(bytes);
  const isHiding = mayHide(bytes, row);
  // Answers that conform-answer.ts reads again, or that are written anew, are walked too: nesting without end would
  // overflow the stack there.
  const isWalked = row.access === 'public' || isHiding || mayHoldAddress(bytes, row, rules);
  const presented = isWalked ? await presentAnswer(json, row, rules, options) : json;
  const given = new Json(presented, presented === json && !isHiding ? bytes : undefined);
  recent?.presented.set(rules, given.bytes);
  return given;
}

/**
 * True if the answer may contain rich text, a whole URL or a path of media without its slash, in plain JSON or with
 * escapes. Any other answer is not changed by `presentAnswer`.
 */
function mayHoldAddress(bytes: Buffer, row: PresentedRow, { mediaPaths }: RewriteRules): boolean {
  return (
    row.html !== undefined ||
    // Of a path only the first segment, since a slash may be escaped.
    ['//', '/\\/', '\\u00', ...mediaPaths.map((path) => `"${path.split('/')[1]}`)].some((hint) =>
      bytes.includes(hint),
    )
  );
}

const byteOrderMark = Buffer.from('\ufeff');

/**
 * True if the bytes may contain something that the parsed value lacks, so that they must not be sent unchanged:
 * malformed UTF-8, or a byte order mark. For a row with rich text, any markup (`<` or `\u003c`) counts too: JSON may
 * repeat a key, and then only its last value was parsed and sanitised, while the bytes still contain the first.
 */
function mayHide(bytes: Buffer, row: PresentedRow): boolean {
  if (row.html && (bytes.includes('<') || bytes.includes('\\u00'))) return true;
  return !isUtf8(bytes) || bytes.indexOf(byteOrderMark) === 0;
}

/**
 * Prepares an answer of the API host for the browser: sanitises rich text where the contract row declares it, and
 * turns URLs of the host into paths of this site. Returns `json` itself if nothing changes. Rejects with AppError 502
 * upstream.badAnswer for an answer that is nested too deep, and like `RichTexts.makeSafe`.
 */
export async function presentAnswer(
  json: unknown,
  row: PresentedRow,
  rules: RewriteRules,
  { signal, visitorsPath }: PresentOptions = {},
): Promise<unknown> {
  const htmlFields = new Set((row.html ?? []).map((path) => path.slice(path.lastIndexOf('.') + 1)));

  /**
   * Returns a copy of the value in which each rich text is replaced by the result of `ofHtml`; the value itself if
   * nothing changes.
   */
  function present(
    value: unknown,
    ofHtml: (html: string, place: Place) => string,
    { path, field, isHtml, depth, siblings }: Place = top,
  ): unknown {
    if (typeof value === 'string') {
      if (!isHtml) return presentText(value, field, rules);
      return ofHtml(value, { path, field, isHtml, depth, siblings });
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth > depthLimit) throw unusableAnswer(new Error(`JSON nested deeper than ${depthLimit}`));
    if (Array.isArray(value)) {
      const item = { path: `${path}.*`, field, isHtml, depth: depth + 1, siblings };
      const items = value.map((each) => present(each, ofHtml, item));
      return items.every((each, index) => each === value[index]) ? value : items;
    }
    const members = value as Record<string, unknown>;
    // Rich text is recognised by field names at any level, not by exact paths: unsanitised HTML must not get through
    // if a host nests its data differently than expected.
    const presented = Object.entries(value).map(([key, item]) => {
      const place = {
        path: path === '' ? key : `${path}.${key}`,
        field: key,
        isHtml: isHtml || htmlFields.has(key),
        depth: depth + 1,
        siblings: members,
      };
      return [key, present(item, ofHtml, place)] as const;
    });
    if (presented.every(([key, item]) => item === members[key])) return value;
    // `fromEntries` creates an own property even for a key named __proto__, so that such a key cannot change the
    // prototype.
    return Object.fromEntries(presented);
  }

  const found: { html: string; owner: TextOwner | undefined }[] = [];
  const presented = present(json, (html, { path, siblings }) => {
    found.push({ html, owner: visitorsPath ? ownerOf(row, visitorsPath, path, siblings) : undefined });
    return '';
  });
  if (found.length === 0) return presented;
  const htmls = found.map(({ html }) => html);
  const asShown = visitorsPath !== undefined;
  const texts = await richTexts.makeSafe(htmls, rules, { signal, asShown });
  const finished: string[] = [];
  for (const [index, text] of texts.entries()) {
    const owner = found[index]?.owner;
    finished.push(owner ? await forVisitors(text, owner, rules) : text.restore(text.html));
  }
  const inTurn = finished.values();
  // Walks through the answer a second time, in the same order, and puts each sanitised text in its place.
  return present(json, () => inTurn.next().value ?? '');
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
