import { isUtf8 } from 'node:buffer';
import { pathOnHosts, type RewriteRules, relativeMediaPath } from '../upstream/addresses.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { parseJson } from '../upstream/json-answer.ts';
import { recentBytes } from '../upstream/recent-bytes.ts';
import type { GiveUpSignal } from '../upstream/upstream.ts';
import { richTexts, type SafeText } from './rich-texts.ts';
import {
  ownerOf,
  type PresentedRow,
  servedImages,
  type TextOwner,
  withServedImages,
} from './served-images.ts';

/** Lists in entities in lists; an answer that goes deeper was not made for us. */
const depthLimit = 50;

/** Fields that hold an image or a video, and that a host may fill with a bare path (docs/product.md §3). */
const mediaFields = new Set(['image', 'images', 'blog_image', 'video']);
/** Links that a person wrote: they may well lead to a page of the API host, which has no place on our origin. */
const linkFields = new Set(['project_url', 'portfolio_url', 'linkedin_url', 'facebook_url']);

export interface PresentOptions {
  /** Fires when nobody waits any more. */
  signal?: GiveUpSignal | undefined;
  /** The path of a visitor's read: inline images that are large are given as addresses (served-images.ts). */
  visitorsPath?: string | undefined;
}

/** Where a value stands in an answer. */
interface Place {
  /** Dotted, with `*` for the items of a list, as in `html` of a row. */
  path: string;
  /** The name under which the value, or the list that it is in, is kept. */
  field: string;
  /** True below every field that holds rich text. */
  isHtml: boolean;
  depth: number;
  siblings: Readonly<Record<string, unknown>>;
}

const top: Place = { path: '', field: '', isHtml: false, depth: 0, siblings: {} };

/**
 * `presentAnswer` from bytes to bytes. Where it changes nothing the same bytes are given, so that white space, escapes and numbers
 * beyond 2^53 stay as the host wrote them. Rejects as `parseJson` and `presentAnswer` do.
 */
export async function presentBytes(
  bytes: Buffer,
  row: PresentedRow,
  rules: RewriteRules,
  options?: PresentOptions,
): Promise<Buffer> {
  // Rich text may be presented differently the next time (a text that took too long is tried again), so it is not remembered.
  const recent = row.html ? undefined : recentBytes(bytes);
  const known = recent?.presented.get(rules);
  if (known) return known;
  const json = parseJson(bytes);
  const presented = await presentAnswer(json, row, rules, options);
  const given = presented === json && !mayHide(bytes, row) ? bytes : Buffer.from(JSON.stringify(presented));
  recent?.presented.set(rules, given);
  return given;
}

const byteOrderMark = Buffer.from('\ufeff');

/**
 * True if bytes may hold what their parsed value does not show: malformed UTF-8, a byte order mark, or, where there is rich text, markup
 * in the first of doubled keys (`\u003c` is markup too).
 */
function mayHide(bytes: Buffer, row: PresentedRow): boolean {
  if (row.html && (bytes.includes('<') || bytes.includes('\\u00'))) return true;
  return !isUtf8(bytes) || bytes.indexOf(byteOrderMark) === 0;
}

/**
 * An answer of the API host as the browser gets it: rich text made safe where the row says that there is some, and
 * addresses of the host as paths of ours; `json` itself where nothing changes. Rejects with AppError: 502 upstream.badAnswer for an
 * answer nested too deep, and as `RichTexts.makeSafe` does.
 */
export async function presentAnswer(
  json: unknown,
  row: PresentedRow,
  rules: RewriteRules,
  { signal, visitorsPath }: PresentOptions = {},
): Promise<unknown> {
  const htmlFields = new Set((row.html ?? []).map((path) => path.slice(path.lastIndexOf('.') + 1)));

  /** The same value where nothing in it changes. Each rich text is replaced by what `ofHtml` makes of it. */
  function present(
    value: unknown,
    ofHtml: (html: string, place: Place) => string,
    { path, field, isHtml, depth, siblings }: Place = top,
  ): unknown {
    if (typeof value === 'string') {
      if (!isHtml) return presentText(value, field, rules);
      return ofHtml(value, { path, field, isHtml, depth, siblings });
    }
    // JSON has no infinity, to which a number such as 1e999 is parsed.
    if (typeof value === 'number' && !Number.isFinite(value)) return null;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > depthLimit) throw unusableAnswer(new Error(`JSON nested deeper than ${depthLimit}`));
    if (Array.isArray(value)) {
      const item = { path: `${path}.*`, field, isHtml, depth: depth + 1, siblings };
      const items = value.map((each) => present(each, ofHtml, item));
      return items.every((each, index) => each === value[index]) ? value : items;
    }
    const members = value as Record<string, unknown>;
    // By field name wherever it stands, not by exact path: a host that wraps its data otherwise than we think must not
    // get its HTML past us.
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
    // `fromEntries` makes own properties, also of a key named __proto__.
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
    finished.push(owner ? await forVisitors(text, owner) : text.restore(text.html));
  }
  const inTurn = finished.values();
  // The same walk once more, so that each text comes back in its place.
  return present(json, () => inTurn.next().value ?? '');
}

async function forVisitors({ html, runs, restore, numberOf }: SafeText, owner: TextOwner): Promise<string> {
  if (runs.length === 0) return html;
  const images = await servedImages(runs);
  return restore(withServedImages(html, owner, (token) => images[numberOf(token)]));
}

function presentText(text: string, field: string, rules: RewriteRules): string {
  if (linkFields.has(field)) return text;
  if (mediaFields.has(field))
    return relativeMediaPath(text, rules.mediaPaths) ?? pathOnHosts(text, rules.hosts) ?? text;
  return pathOnHosts(text, rules.hosts) ?? text;
}
