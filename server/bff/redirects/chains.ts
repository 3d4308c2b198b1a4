import { askedFor, parametersOf, splitAt } from './addresses.ts';

/** Looks up the redirect for a target (path with query); undefined if there is none. */
type FindRedirect<Entry> = (target: string) => Found<Entry> | undefined;

interface Found<Entry> {
  /** The old address of the redirect. */
  from: string;
  entry: Entry;
  /** The parameters of the target that the redirect does not name, as they were written. */
  others: string[];
}

/**
 * Redirects by their old addresses. A target may have the parameters of an old address in any order, and others beside
 * them, which search engines and newsletters add. Of several redirects, the one with the most parameters is meant.
 */
export class OldAddresses<Entry> {
  /** By path, or by path and the first parameter; then by address. */
  readonly #places = new Map<string, Map<string, Entry>>();
  size = 0;

  constructor(entries: Iterable<readonly [from: string, entry: Entry]>) {
    for (const [from, entry] of entries) this.set(from, entry);
  }

  get(from: string): Entry | undefined {
    return this.#places.get(placeOf(from))?.get(from);
  }

  set(from: string, entry: Entry): void {
    const place = this.#places.get(placeOf(from)) ?? new Map<string, Entry>();
    if (!place.has(from)) this.size += 1;
    this.#places.set(placeOf(from), place.set(from, entry));
  }

  delete(from: string): void {
    if (this.#places.get(placeOf(from))?.delete(from)) this.size -= 1;
  }

  find(target: string): Found<Entry> | undefined {
    const asked = askedFor(target);
    if (!asked) return undefined;
    const { path, parameters } = asked;
    const sent = new Set(parameters.map(({ plain }) => plain));
    const places = [path, ...[...sent].map((plain) => `${path}?${plain}`)];
    let best: Pick<Found<Entry>, 'from' | 'entry'> | undefined;
    let named: string[] = [];
    for (const place of places)
      for (const [from, entry] of this.#places.get(place) ?? []) {
        const own = namedIn(from);
        if ((best && own.length <= named.length) || !own.every((each) => sent.has(each))) continue;
        best = { from, entry };
        named = own;
      }
    const others = parameters.filter(({ plain }) => plain === undefined || !named.includes(plain));
    return best && { ...best, others: others.map(({ written }) => written) };
  }
}

/** Returns the parameters of an old address, which has its stored spelling. */
function namedIn(from: string): string[] {
  return splitAt(from, '?')[1]?.split('&') ?? [];
}

function placeOf(from: string): string {
  const [path] = splitAt(from, '?');
  const [first] = namedIn(from);
  return first === undefined ? path : `${path}?${first}`;
}

/** Returns the redirect for a target (path with query), and the address to which it sends this visitor. */
export function redirectFor<Entry extends { to: string }>(
  target: string,
  find: FindRedirect<Entry>,
): { from: string; entry: Entry; to: string } | undefined {
  const found = find(target);
  return found && { ...found, to: carried(found.entry.to, found.others, undefined) };
}

/** Maximum number of redirects that the server follows before it answers a visitor. */
export const longestChain = 10;

/** The end of a chain of redirects: an address without a redirect, a loop, or the length limit. */
interface Arrival {
  end: 'there' | 'circle' | 'tooLong';
  address: string;
}

/**
 * Follows redirects from `to` to the end of the chain, so that a visitor is redirected only once. An address in
 * between is skipped even if a page exists there now, because this function does not know the pages.
 */
export function finalTargetOf<Entry extends { to: string }>(to: string, find: FindRedirect<Entry>): Arrival {
  const seen = new Set<string>();
  let address = to;
  while (seen.size < longestChain) {
    const [target, fragment] = splitAt(address, '#');
    const next = redirectFor(target, find);
    if (!next) return { end: 'there', address };
    address = carried(next.to, [], fragment);
    if (seen.has(address)) return { end: 'circle', address };
    seen.add(address);
  }
  return { end: 'tooLong', address };
}

/**
 * Adds a redirect to `known`, or changes its target. If this would create a loop, or a chain of more than ten redirects,
 * nothing changes and the code of the reason is returned.
 */
export function addTo<Entry extends { to: string }>(
  known: OldAddresses<Entry>,
  from: string,
  entry: Entry,
): 'redirect.loop' | 'redirect.chain' | undefined {
  const before = known.get(from);
  known.set(from, entry);
  const { end } = finalTargetOf(entry.to, (target) => known.find(target));
  if (end === 'there') return undefined;
  if (before) known.set(from, before);
  else known.delete(from);
  return end === 'circle' ? 'redirect.loop' : 'redirect.chain';
}

/**
 * Adds parameters (of the requested URL) and a fragment (of the redirect before this one) to a redirect's target. A
 * parameter whose name the target has itself is left out, and so is the fragment if the target has its own.
 */
function carried(to: string, others: readonly string[], fragment: string | undefined): string {
  const [target, own] = splitAt(to, '#');
  const nameOf = (written: string) => splitAt(parametersOf(written)[0]?.plain ?? written, '=')[0];
  const [path, query] = splitAt(target, '?');
  const names = new Set(query?.split('&').map(nameOf));
  const all = [...(query ? [query] : []), ...others.filter((each) => !names.has(nameOf(each)))];
  const end = own ?? fragment;
  return (all.length > 0 ? `${path}?${all.join('&')}` : target) + (end ? `#${end}` : '');
}
