import { keysOf, splitAt } from './addresses.ts';

/** Looks up the redirect of an old address; undefined if there is none. */
export type ReadRedirect<Entry extends { to: string }> = (from: string) => Entry | undefined;

/** Returns the redirect for a target (path with query), and the address to which it sends this visitor. */
export function redirectFor<Entry extends { to: string }>(
  target: string,
  read: ReadRedirect<Entry>,
): { entry: Entry; to: string } | undefined {
  const keys = keysOf(target);
  if (!keys) return undefined;
  const { exact, path, sent } = keys;
  const meant = exact === path ? undefined : read(exact);
  if (meant) return { entry: meant, to: meant.to };
  const any = read(path);
  return any && { entry: any, to: carried(any.to, sent, undefined) };
}

/**
 * Maximum number of redirects that the server follows before it answers a visitor. Redirects that would form a longer
 * chain cannot be saved.
 */
export const longestChain = 10;

/** The end of a chain of redirects: an address without a redirect, a loop, or the length limit. */
interface Arrival {
  end: 'there' | 'circle' | 'tooLong';
  address: string;
  /** Number of redirects that were followed. */
  steps: number;
}

/**
 * Follows redirects from `to` to the end of the chain, so that a visitor is redirected only once. An address in
 * between is skipped even if a page exists there now, because this function does not know the pages.
 */
export function finalTargetOf<Entry extends { to: string }>(to: string, read: ReadRedirect<Entry>): Arrival {
  const seen = new Set<string>();
  let address = to;
  while (seen.size < longestChain) {
    const [target, fragment] = splitAt(address, '#');
    const next = redirectFor(target, read);
    if (!next) return { end: 'there', address, steps: seen.size };
    address = carried(next.to, '', fragment);
    if (seen.has(address)) return { end: 'circle', address, steps: seen.size };
    seen.add(address);
  }
  return { end: 'tooLong', address, steps: seen.size };
}

/**
 * All redirects, stored in such a way that it is quick to find out whether one more redirect would create a loop or
 * too long a chain.
 */
export interface Chains<Entry extends { to: string }> {
  read: ReadRedirect<Entry>;
  size(): number;
  /**
   * Adds a redirect, or changes its target. If this would create a loop, or a chain of more than ten redirects from
   * any start, nothing changes and the code of the reason is returned.
   */
  add(from: string, entry: Entry): 'redirect.loop' | 'redirect.chain' | undefined;
}

export function createChains<Entry extends { to: string }>(
  entries: Iterable<readonly [from: string, entry: Entry]>,
): Chains<Entry> {
  const known = new Map(entries);
  /**
   * By address: the largest number of redirects that a visitor may have followed on the way to that address. The
   * number is not reduced when one of these redirects gets another target.
   */
  const behind = new Map<string, number>();
  const read = (from: string) => known.get(from);
  for (const from of known.keys()) followFrom(from);

  /**
   * Updates the numbers in `behind` for the addresses along the chain from `from`. Stops at the first address whose
   * number does not change.
   */
  function followFrom(from: string): void {
    let at = from;
    for (let step = 0; step < longestChain; step += 1) {
      const [target = ''] = splitAt(known.get(at)?.to ?? '', '#');
      const keys = target === '' ? undefined : keysOf(target);
      if (!keys) return;
      const count = (behind.get(at) ?? 0) + 1;
      const grown = [keys.exact, keys.path].filter((key) => (behind.get(key) ?? 0) < count);
      if (grown.length === 0) return;
      for (const key of grown) behind.set(key, count);
      at = known.has(keys.exact) ? keys.exact : keys.path;
    }
  }

  return {
    read,
    size: () => known.size,
    add(from, entry) {
      const before = known.get(from);
      known.set(from, entry);
      const { end, steps } = finalTargetOf(entry.to, read);
      const isTooLong = end === 'tooLong' || (behind.get(from) ?? 0) + 1 + steps > longestChain;
      if (end === 'there' && !isTooLong) {
        followFrom(from);
        return undefined;
      }
      if (before) known.set(from, before);
      else known.delete(from);
      return end === 'circle' ? 'redirect.loop' : 'redirect.chain';
    },
  };
}

/**
 * Adds a query (of the requested URL) and a fragment (of the redirect before this one) to a redirect's target. Each
 * of them is left out if the target has its own.
 */
function carried(to: string, query: string, fragment: string | undefined): string {
  const [target, own] = splitAt(to, '#');
  const end = own ?? fragment;
  return (query && !target.includes('?') ? `${target}?${query}` : target) + (end ? `#${end}` : '');
}
