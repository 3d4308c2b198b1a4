/** How an address stands in HTML. */
export function written(address: string): string {
  return address.replaceAll('&', '&amp;');
}

/** Finds these addresses in HTML, as they are or escaped; the longest of several that begin alike, and no piece of a longer one. */
export function addressFinder(addresses: readonly string[]): RegExp {
  const forms = [...new Set(addresses.flatMap((address) => [address, written(address)]))];
  forms.sort((one, other) => other.length - one.length);
  const alternatives = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return new RegExp(`(?<![\\w.~%/-])(?:${alternatives})(?![\\w.~%/?=&#+-])`, 'g');
}

/** The text with other addresses in the place of these. */
export function withAddresses(html: string, addresses: ReadonlyMap<string, string>): string {
  if (addresses.size === 0) return html;
  const byForm = new Map(
    [...addresses].flatMap(
      ([from, to]) =>
        [
          [from, to],
          [written(from), to],
        ] as const,
    ),
  );
  return html.replace(addressFinder([...addresses.keys()]), (form) => byForm.get(form) ?? form);
}
