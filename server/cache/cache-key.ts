import type { ContractRow } from '#shared/contract/index.ts';
import { pageParameters } from '#shared/routes.ts';

/** The key under which the answer to a request is cached. */
interface CacheKey {
  /** Path with only the query parameters that the page or call supports, sorted by name and in one spelling. */
  key: string;
  /** True for targets that a client can invent in any number: searches, and page numbers that no reader opens. */
  isRare: boolean;
}

/**
 * Matches the page numbers that people get by opening one page of a list after the other, spelled as in this site's
 * links. Other spellings such as `page=-1`, `page=01` and `page=1.0` would give any number of keys.
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

function keyOf(target: string, names: readonly string[]): CacheKey {
  const [path = ''] = target.split('?', 1);
  const kept = new URLSearchParams(target.slice(path.length));
  for (const name of [...kept.keys()]) if (!names.includes(name)) kept.delete(name);
  // The sort is stable: of several values for one name, the first stays first.
  kept.sort();
  return {
    key: kept.size > 0 ? `${path}?${kept}` : path,
    isRare: kept.size > 0 && !usualPage.test(`${kept}`),
  };
}
