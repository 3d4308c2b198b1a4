import type { ContractRow } from '#shared/contract/index.ts';
import { pageParameters } from '#shared/routes.ts';

/** Cache key of an address. */
export interface CacheKey {
  /** Path, with the query parameters that the address supports, sorted by name. */
  key: string;
  /** True for addresses that a client can invent in any number: searches, and pages that no reader opens. */
  isRare: boolean;
}

/**
 * Pages of a list that people open one after the other, in the spelling of this site's links: variants such as
 * `page=-1`, `page=01` and `page=1.0` are endless.
 */
const usualPage = /^page=(?:[1-9]|1\d|20)$/;

/** Returns the key of a read, without query parameters that the row does not define. */
export function keyOfRead(row: Pick<ContractRow, 'query'>, target: string): CacheKey {
  const shape = (row.query as { shape?: object } | undefined)?.shape ?? {};
  return keyOf(target, Object.keys(shape));
}

/** Returns the key of a public page. */
export function keyOfPage(target: string): CacheKey {
  const [path = ''] = target.split('?', 1);
  return keyOf(target, pageParameters(path));
}

/** Values are unchanged, byte for byte: only the code that answers interprets them. */
function keyOf(target: string, names: readonly string[]): CacheKey {
  const at = target.indexOf('?');
  if (at < 0) return { key: target, isRare: false };
  const path = target.slice(0, at);
  const kept = target
    .slice(at + 1)
    .split('&')
    .map((pair) => [nameOf(pair), pair] as const)
    .filter(([name]) => names.includes(name))
    // Stable: of a repeated name the first value remains the first.
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  if (kept.length === 0) return { key: path, isRare: false };
  const isRare = kept.length > 1 || !usualPage.test(kept[0]?.[1] ?? '');
  return { key: `${path}?${kept.map(([, pair]) => pair).join('&')}`, isRare };
}

function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return name;
  }
}
