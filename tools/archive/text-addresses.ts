/** Returns a URL in the form in which HTML contains it. */
function written(address: string): string {
  return address.replaceAll('&', '&amp;');
}

/**
 * Returns a pattern that finds these URLs in HTML, with `&` written plainly or escaped. If several URLs begin alike,
 * the longest one matches. A part of a longer URL never matches.
 */
function addressFinder(addresses: readonly string[]): RegExp {
  const forms = [...new Set(addresses.flatMap((address) => [address, written(address)]))];
  forms.sort((one, other) => other.length - one.length);
  const alternatives = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return new RegExp(`(?<![\\w.~%/-])(?:${alternatives})(?![\\w.~%/?=&#+-])`, 'g');
}

/** Returns a map from each form in which a URL may be written in HTML to the value that belongs to the URL. */
function byFormOf(addresses: Iterable<readonly [address: string, meant: string]>): Map<string, string> {
  return new Map([...addresses].flatMap(([from, to]) => [[from, to] as const, [written(from), to] as const]));
}

/** Returns the HTML with these URLs replaced. */
export function withAddresses(html: string, addresses: ReadonlyMap<string, string>): string {
  if (addresses.size === 0) return html;
  const byForm = byFormOf(addresses);
  return html.replace(addressFinder([...addresses.keys()]), (form) => byForm.get(form) ?? form);
}

/** A URL in the first text, and what the second text has in its place. */
export interface AddressPair {
  address: string;
  now: string;
}

/**
 * Compares a text with a later form of it. Returns each occurrence of one of these URLs together with its replacement
 * in the later text; undefined if the texts differ anywhere else. `endOf` returns the index in the later text at
 * which a replacement ends, or undefined if it finds none. Its parameters are the index at which the replacement
 * starts, the URL as it is written in the first text, and the character after this URL.
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
