/** Returns an address as it is written in HTML. */
function written(address: string): string {
  return address.replaceAll('&', '&amp;');
}

/**
 * Matches these addresses in HTML, plain or escaped. Of several with the same beginning the longest matches, and
 * never a part of a longer address.
 */
export function addressFinder(addresses: readonly string[]): RegExp {
  const forms = [...new Set(addresses.flatMap((address) => [address, written(address)]))];
  forms.sort((one, other) => other.length - one.length);
  const alternatives = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return new RegExp(`(?<![\\w.~%/-])(?:${alternatives})(?![\\w.~%/?=&#+-])`, 'g');
}

/** Returns the meaning of each address, by the forms in which it is written in HTML. */
function byFormOf(addresses: Iterable<readonly [address: string, meant: string]>): Map<string, string> {
  return new Map([...addresses].flatMap(([from, to]) => [[from, to] as const, [written(from), to] as const]));
}

/** Returns the text with these addresses replaced. */
export function withAddresses(html: string, addresses: ReadonlyMap<string, string>): string {
  if (addresses.size === 0) return html;
  const byForm = byFormOf(addresses);
  return html.replace(addressFinder([...addresses.keys()]), (form) => byForm.get(form) ?? form);
}

/** Address in the first text, and its replacement in the second. */
export interface AddressPair {
  address: string;
  now: string;
}

/**
 * Compares a text with its later form, which must be equal except for these addresses. Returns each occurrence with
 * its replacement. `endOf` returns where a replacement ends in the later text, from its start `at`, the form of the
 * address, and the character after the address. Undefined if anything else differs.
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
