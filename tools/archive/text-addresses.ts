/** How an address stands in HTML. */
function written(address: string): string {
  return address.replaceAll('&', '&amp;');
}

/** Finds these addresses in HTML, as they are or escaped; the longest of several that begin alike, and no piece of a longer one. */
export function addressFinder(addresses: readonly string[]): RegExp {
  const forms = [...new Set(addresses.flatMap((address) => [address, written(address)]))];
  forms.sort((one, other) => other.length - one.length);
  const alternatives = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return new RegExp(`(?<![\\w.~%/-])(?:${alternatives})(?![\\w.~%/?=&#+-])`, 'g');
}

/** What each address stands for, by the forms in which it stands in HTML. */
function byFormOf(addresses: Iterable<readonly [address: string, meant: string]>): Map<string, string> {
  return new Map([...addresses].flatMap(([from, to]) => [[from, to] as const, [written(from), to] as const]));
}

/** The text with other addresses in the place of these. */
export function withAddresses(html: string, addresses: ReadonlyMap<string, string>): string {
  if (addresses.size === 0) return html;
  const byForm = byFormOf(addresses);
  return html.replace(addressFinder([...addresses.keys()]), (form) => byForm.get(form) ?? form);
}

/** An address that stands in the one text, and what stands in the other in its place. */
export interface AddressPair {
  address: string;
  now: string;
}

/**
 * Walks through a text and what became of it, the same but for these addresses: each time that one stands there, with what stands in its
 * place. `endOf` tells where that ends: of the text from `at` on, of the form that the address has, and of the sign behind it. Undefined when
 * anything else differs.
 */
export function pairsOfAddresses(
  html: string,
  now: string,
  addresses: readonly string[],
  endOf: (at: number, form: string, next: string) => number | undefined,
): AddressPair[] | undefined {
  const byForm = byFormOf(addresses.map((address) => [address, address]));
  const pairs: AddressPair[] = [];
  let [from, at] = [0, 0];
  for (const match of addresses.length > 0 ? html.matchAll(addressFinder(addresses)) : []) {
    const [form] = match;
    const between = html.slice(from, match.index);
    if (!now.startsWith(between, at)) return undefined;
    at += between.length;
    from = match.index + form.length;
    const end = endOf(at, form, html.charAt(from));
    if (end === undefined) return undefined;
    pairs.push({ address: byForm.get(form) ?? form, now: now.slice(at, end) });
    at = end;
  }
  return html.slice(from) === now.slice(at) ? pairs : undefined;
}
