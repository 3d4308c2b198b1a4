import type { ContractRow } from '#shared/contract/index.ts';
import { pathOnHosts, type RewriteRules, relativeMediaPath } from '../upstream/addresses.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import type { GiveUpSignal } from '../upstream/upstream.ts';
import { richTexts } from './rich-texts.ts';

/** Lists in entities in lists; an answer that goes deeper was not made for us. */
export const depthLimit = 50;

/** Fields that hold an image or a video, and that a host may fill with a bare path (docs/product.md §3). */
const mediaFields = new Set(['image', 'images', 'blog_image', 'video']);
/** Links that a person wrote: they may well lead to a page of the API host, which has no place on our origin. */
const linkFields = new Set(['project_url', 'portfolio_url', 'linkedin_url', 'facebook_url']);

/**
 * An answer of the API host as the browser gets it: rich text made safe where the row says that there is some, and
 * addresses of the host as paths of ours. Rejects with AppError: 502 upstream.badAnswer for an answer nested without end, and as
 * `RichTexts.makeSafe` does; `signal` fires when nobody waits any more.
 */
export async function presentAnswer(
  json: unknown,
  row: Pick<ContractRow, 'html'>,
  rules: RewriteRules,
  signal?: GiveUpSignal,
): Promise<unknown> {
  const htmlFields = new Set((row.html ?? []).map((path) => path.slice(path.lastIndexOf('.') + 1)));

  /**
   * `field` is the name under which the value, or the list that it is in, is kept. `isHtml` holds for all below it; what
   * `ofHtml` makes of such a text stands in its place.
   */
  function present(
    value: unknown,
    ofHtml: (html: string) => unknown,
    field = '',
    isHtml = false,
    depth = 0,
  ): unknown {
    if (typeof value === 'string') return isHtml ? ofHtml(value) : presentText(value, field, rules);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > depthLimit) throw unusableAnswer(new Error(`JSON nested deeper than ${depthLimit}`));
    if (Array.isArray(value)) return value.map((item) => present(item, ofHtml, field, isHtml, depth + 1));
    // By field name wherever it stands, not by exact path: a host that wraps its data otherwise than we think must not
    // get its HTML past us. `fromEntries` makes own properties, also of a key named __proto__.
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        present(item, ofHtml, key, isHtml || htmlFields.has(key), depth + 1),
      ]),
    );
  }

  const texts: string[] = [];
  const presented = present(json, (html) => texts.push(html) && '');
  if (texts.length === 0) return presented;
  const made = (await richTexts.makeSafe(texts, rules, signal)).values();
  // The same walk once more, so that each text comes back in its turn.
  return present(json, () => {
    const text = made.next().value;
    return text ? text.restore(text.html) : '';
  });
}

function presentText(text: string, field: string, rules: RewriteRules): string {
  if (linkFields.has(field)) return text;
  if (mediaFields.has(field))
    return relativeMediaPath(text, rules.mediaPaths) ?? pathOnHosts(text, rules.hosts) ?? text;
  return pathOnHosts(text, rules.hosts) ?? text;
}
