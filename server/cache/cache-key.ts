import type { ContractRow } from '#shared/contract/index.ts';
import { pageParameters } from '#shared/routes.ts';

/** An address as the cache knows it. */
export interface CacheKey {
  /** Path, and of the query what the address has a meaning for, in the order of the names. */
  key: string;
  /** True for what anybody can make up without end: searches, and pages that no reader turns to. */
  isRare: boolean;
}

/**
 * Pages of a list that people turn to one after the other, written as our links write them: of `page=-1`, `page=01` and `page=1.0` there
 * is no end.
 */
const usualPage = /^page=(?:[1-9]|1\d|20)$/;

/** The address of a read; names that the row does not know are no part of it. */
export function keyOfRead(row: Pick<ContractRow, 'query'>, target: string): CacheKey {
  const shape = (row.query as { shape?: object } | undefined)?.shape ?? {};
  return keyOf(target, Object.keys(shape));
}

/** The address of a public page. */
export function keyOfPage(target: string): CacheKey {
  const [path = ''] = target.split('?', 1);
  return keyOf(target, pageParameters(path));
}

/** Values stay as they were sent, byte for byte: what they mean is for who answers. */
function keyOf(target: string, names: readonly string[]): CacheKey {
  const at = target.indexOf('?');
  if (at < 0) return { key: target, isRare: false };
  const path = target.slice(0, at);
  const kept = target
    .slice(at + 1)
    .split('&')
    .map((pair) => [nameOf(pair), pair] as const)
    .filter(([name]) => names.includes(name))
    // Stable: of a name that stands there twice the first stays the first.
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
