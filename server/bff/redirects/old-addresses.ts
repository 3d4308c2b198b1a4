import { askedFor, parametersOf, splitAt } from './addresses.ts';

/** A redirect that was found for a target, and the address to which it sends this visitor. */
interface Found<Entry> {
  /** The old address of the redirect. */
  from: string;
  entry: Entry;
  to: string;
}

/** Maximum number of redirects that the server follows before it answers a visitor. */
export const longestChain = 10;

/**
 * Redirects by their old addresses. A target may have the parameters of an old address in any order, and others beside
 * them, which search engines and newsletters add. Of several redirects, the one with the most parameters is meant.
 */
export class OldAddresses<Entry extends { to: string }> {
  /** By path, or by path and the first parameter; then by address. */
  readonly #places = new Map<string, Map<string, Entry>>();
  size = 0;

  constructor(entries: Iterable<readonly [from: string, entry: Entry]>) {
    for (const [from, entry] of entries) this.#set(from, entry);
  }

  get(from: string): Entry | undefined {
    return this.#places.get(placeOf(from))?.get(from);
  }

  #set(from: string, entry: Entry): void {
    const place = this.#places.get(placeOf(from)) ?? new Map<string, Entry>();
    if (!place.has(from)) this.size += 1;
    this.#places.set(placeOf(from), place.set(from, entry));
  }

  /**
   * Adds a redirect, or changes its target. If this would create a loop, or a chain of more than ten redirects, nothing
   * changes and the code of the reason is returned.
   */
  put(from: string, entry: Entry): 'redirect.loop' | 'redirect.chain' | undefined {
    const before = this.get(from);
    this.#set(from, entry);
    const { problem } = this.follow(entry.to);
    if (!problem) return undefined;
    if (before) this.#set(from, before);
    else if (this.#places.get(placeOf(from))?.delete(from)) this.size -= 1;
    return problem;
  }

  /** Looks up the redirect for a target (path with query). */
  find(target: string): Found<Entry> | undefined {
    const asked = askedFor(target);
    if (!asked) return undefined;
    const { path, parameters } = asked;
    const sent = new Set(parameters.map(({ plain }) => plain));
    const found = [path, ...[...sent].map((plain) => `${path}?${plain}`)]
      .flatMap((place) => [...(this.#places.get(place) ?? [])])
      .map(([from, entry]) => ({ from, entry, named: namedIn(from) }))
      .filter(({ named }) => named.every((each) => sent.has(each)))
      .sort((one, other) => other.named.length - one.named.length)[0];
    if (!found) return undefined;
    const { from, entry, named } = found;
    const others = parameters.filter(({ plain }) => plain === undefined || !named.includes(plain));
    const written = others.map((each) => each.written);
    return { from, entry, to: carried(entry.to, written) };
  }

  /**
   * Follows redirects from `to` to the end of the chain, so that a visitor is redirected only once. An address in
   * between is skipped even if a page exists there now, because redirects do not know the pages.
   */
  follow(to: string): { address: string; problem?: 'redirect.loop' | 'redirect.chain' } {
    const seen = new Set<string>();
    let address = to;
    while (seen.size < longestChain) {
      const [target, fragment] = splitAt(address, '#');
      const next = this.find(target);
      if (!next) return { address };
      address = carried(next.to, [], fragment);
      if (seen.has(address)) return { address, problem: 'redirect.loop' };
      seen.add(address);
    }
    return { address, problem: 'redirect.chain' };
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

/**
 * Adds parameters (of the requested URL) and a fragment (of the redirect before this one) to a redirect's target. A
 * parameter whose name the target has itself is left out, and so is the fragment if the target has its own.
 */
function carried(to: string, others: readonly string[], fragment?: string): string {
  const [target, own] = splitAt(to, '#');
  const nameOf = (written: string) => splitAt(parametersOf(written)[0]?.plain ?? written, '=')[0];
  const [path, query] = splitAt(target, '?');
  const names = new Set(query?.split('&').map(nameOf));
  const all = [...(query ? [query] : []), ...others.filter((each) => !names.has(nameOf(each)))];
  const end = own ?? fragment;
  return (all.length > 0 ? `${path}?${all.join('&')}` : target) + (end ? `#${end}` : '');
}
