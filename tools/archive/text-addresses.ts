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
