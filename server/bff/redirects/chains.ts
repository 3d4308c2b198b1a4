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
}

/** Why a redirect whose chain ends so is not taken. */
export const problemOfEnd = { circle: 'redirect.loop', tooLong: 'redirect.chain' } as const;

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
    if (!next) return { end: 'there', address };
    address = carried(next.to, '', fragment);
    if (seen.has(address)) return { end: 'circle', address };
    seen.add(address);
  }
  return { end: 'tooLong', address };
}

/** What a visitor has asked for goes with them, unless the redirect says it otherwise. */
function carried(to: string, query: string, fragment: string | undefined): string {
  const [target, own] = splitAt(to, '#');
  const end = own ?? fragment;
  return (query && !target.includes('?') ? `${target}?${query}` : target) + (end ? `#${end}` : '');
}
