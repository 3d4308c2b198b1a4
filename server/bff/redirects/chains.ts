import { keysOf, splitAt } from './addresses.ts';

/** What is known of a redirect by its old address; undefined where there is none. */
export type ReadRedirect<Entry extends { to: string }> = (from: string) => Entry | undefined;

/** Which redirect is for a target (path with query), and where it leads this visitor. */
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

/** So many redirects are followed for a visitor before an answer, and no chain of more can be saved. */
export const longestChain = 10;

/** Where somebody arrives: at an address that leads nowhere else, in a circle, or not before the longest chain has ended. */
interface Arrival {
  end: 'there' | 'circle' | 'tooLong';
  address: string;
  /** How many redirects were followed. */
  steps: number;
}

/**
 * Where somebody arrives who is led to `to` and on from there, so that a visitor is sent once. A page that has come to stand in between is
 * passed over: nobody here knows of it.
 */
export function arrivalOf<Entry extends { to: string }>(to: string, read: ReadRedirect<Entry>): Arrival {
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

/** Redirects as they lead to one another, to judge one more of them. */
export interface Chains<Entry extends { to: string }> {
  read: ReadRedirect<Entry>;
  size(): number;
  /**
   * Adds a redirect, or has it lead elsewhere. When visitors would be led in a circle by it, or on more than ten times from wherever they
   * begin, all stays as it is, and the code says why.
   */
  add(from: string, entry: Entry): 'redirect.loop' | 'redirect.chain' | undefined;
}

export function createChains<Entry extends { to: string }>(
  entries: Iterable<readonly [from: string, entry: Entry]>,
): Chains<Entry> {
  const known = new Map(entries);
  /** By address: how many redirects a visitor may have followed who comes there. It stays when one of them then leads elsewhere. */
  const behind = new Map<string, number>();
  const read = (from: string) => known.get(from);
  for (const from of known.keys()) leadOnFrom(from);

  /** Counts on from there, as far as it makes a difference. */
  function leadOnFrom(from: string): void {
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
      const { end, steps } = arrivalOf(entry.to, read);
      const isTooLong = end === 'tooLong' || (behind.get(from) ?? 0) + 1 + steps > longestChain;
      if (end === 'there' && !isTooLong) {
        leadOnFrom(from);
        return undefined;
      }
      if (before) known.set(from, before);
      else known.delete(from);
      return end === 'circle' ? 'redirect.loop' : 'redirect.chain';
    },
  };
}

/** What a visitor has asked for goes with them, unless the redirect says it otherwise. */
function carried(to: string, query: string, fragment: string | undefined): string {
  const [target, own] = splitAt(to, '#');
  const end = own ?? fragment;
  return (query && !target.includes('?') ? `${target}?${query}` : target) + (end ? `#${end}` : '');
}
