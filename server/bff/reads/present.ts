import type { ContractRow } from '#shared/contract/index.ts';
import {
  pathOnHosts,
  type RewriteRules,
  relativeMediaPath,
  rewriteMediaAddress,
} from '../upstream/addresses.ts';
import { unusableAnswer } from '../upstream/failures.ts';
import { sanitiseHtml } from './sanitise-html.ts';

/** Lists in entities in lists; an answer that goes deeper was not made for us. */
const depthLimit = 50;

/** Fields that hold an image or a video, and that a host may fill with a bare path (docs/product.md §3). */
const mediaFields = new Set(['image', 'images', 'blog_image', 'video']);
/** Links that a person wrote: they may well lead to a page of the API host, which has no place on our origin. */
const linkFields = new Set(['project_url', 'portfolio_url', 'linkedin_url', 'facebook_url']);

/**
 * An answer of the API host as the browser gets it: rich text made safe where the row says that there is some, and
 * addresses of the host as paths of ours. Throws AppError 502 upstream.badAnswer for an answer nested without end.
 */
export function presentAnswer(json: unknown, row: Pick<ContractRow, 'html'>, rules: RewriteRules): unknown {
  const htmlFields = new Set((row.html ?? []).map((path) => path.slice(path.lastIndexOf('.') + 1)));
  const own = (address: string) => rewriteMediaAddress(address, rules);

  /** `field` is the name under which the value, or the list that it is in, is kept. `isHtml` holds for all below it. */
  function present(value: unknown, field: string, isHtml: boolean, depth: number): unknown {
    if (typeof value === 'string')
      return isHtml ? sanitiseHtml(value, own) : presentText(value, field, rules);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > depthLimit) throw unusableAnswer(new Error(`JSON nested deeper than ${depthLimit}`));
    if (Array.isArray(value)) return value.map((item) => present(item, field, isHtml, depth + 1));
    // By field name wherever it stands, not by exact path: a host that wraps its data otherwise than we think must not
    // get its HTML past us. `fromEntries` makes own properties, also of a key named __proto__.
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        present(item, key, isHtml || htmlFields.has(key), depth + 1),
      ]),
    );
  }

  return present(json, '', false, 0);
}

function presentText(text: string, field: string, rules: RewriteRules): string {
  if (linkFields.has(field)) return text;
  if (mediaFields.has(field))
    return relativeMediaPath(text, rules.mediaPaths) ?? pathOnHosts(text, rules.hosts) ?? text;
  return pathOnHosts(text, rules.hosts) ?? text;
}
