import type { MediaReference } from '../../archive/records.ts';
import { addressFinder, written } from '../../archive/text-addresses.ts';
import { placeOfAddress } from '../media/addresses.ts';

/** Addresses of stored files, wherever they stand in a text. What stands in it as data has no such passage. */
const stored = /\/storage\/\d{4}\/[0-9a-f]{32}\.[a-z0-9]{3,4}(?![\w.~%-])/g;

/** Pictures that a rich text names by their addresses under our origin, each once. */
export function storedInText(html: string): MediaReference[] {
  const found = new Set(html.match(stored) ?? []);
  return [...found].filter((address) => isPicture(address)).map((address) => ({ file: null, address }));
}

function isPicture(address: string): boolean {
  return placeOfAddress(address)?.type.startsWith('image/') === true;
}

/** An address that stands in the one text, and what stands in the other in its place. */
export interface AddressPair {
  address: string;
  now: string;
}

/**
 * Compares a text with what became of it: the same but for these addresses, in whose places others of ours may stand. Gives the pairs;
 * undefined when anything else differs.
 */
export function pairsOfTexts(
  html: string,
  now: string,
  addresses: readonly string[],
): AddressPair[] | undefined {
  if (html === now) return addresses.map((address) => ({ address, now: address }));
  if (addresses.length === 0) return undefined;
  const byForm = new Map(
    addresses.flatMap(
      (address) =>
        [
          [address, address],
          [written(address), address],
        ] as const,
    ),
  );
  const pairs: AddressPair[] = [];
  let from = 0;
  let at = 0;
  for (const match of html.matchAll(addressFinder(addresses))) {
    const between = html.slice(from, match.index);
    if (!now.startsWith(between, at)) return undefined;
    at += between.length;
    const [form] = match;
    const found = now.startsWith(form, at) ? form : storedAt(now, at);
    if (found === undefined) return undefined;
    pairs.push({ address: byForm.get(form) ?? form, now: found });
    at += found.length;
    from = match.index + form.length;
  }
  return html.slice(from) === now.slice(at) ? pairs : undefined;
}

function storedAt(text: string, at: number): string | undefined {
  const sticky = new RegExp(stored.source, 'y');
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}
