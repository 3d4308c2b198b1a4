import type { MediaReference } from '../../archive/records.ts';
import { type AddressPair, pairsOfAddresses } from '../../archive/text-addresses.ts';
import { picturesInText } from './record-fields.ts';

/**
 * Result of comparing a text with the text that the host returns. The URLs of pictures may differ; `placed` has them
 * in pairs. `other blanks`: only whitespace differs. `other signs`: other characters differ too.
 */
export interface ComparedText {
  is: 'same' | 'other blanks' | 'other signs';
  placed: AddressPair[];
}

/** Compares a text with the text that the host returns, in which the URLs of `references` may have been replaced. */
export function compareText(
  html: string,
  now: string,
  references: readonly Pick<MediaReference, 'address'>[],
): ComparedText {
  const addresses = references.map(({ address }) => address);
  const exact = placesIn(html, now, addresses);
  const loose = exact ?? placesIn(withoutBlanks(html), withoutBlanks(now), addresses);
  const placed = loose ?? inTurn(html, now, new Set(addresses));
  const is = exact ? 'same' : loose ? 'other blanks' : 'other signs';
  // A URL that the comparison has not found, because it is part of a longer URL, counts as unchanged.
  const others = addresses.filter(
    (address) => now.includes(address) && !placed.some((each) => each.address === address),
  );
  return { is, placed: [...placed, ...others.map((address) => ({ address, now: address }))] };
}

/**
 * Pairs the pictures of two texts by their order. Used if the host has rewritten the text. Returns no pairs if the
 * numbers of pictures differ.
 */
function inTurn(html: string, now: string, addresses: ReadonlySet<string>): AddressPair[] {
  const [sent, found] = [picturesInText(html), picturesInText(now)];
  if (sent.length !== found.length) return [];
  return sent.flatMap(({ address }, index) => {
    const there = found[index]?.address;
    return there !== undefined && addresses.has(address) ? [{ address, now: there }] : [];
  });
}

/** Removes all whitespace, because many hosts trim texts or change line ends. */
export function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

/**
 * Returns each URL once, with its replacement. Undefined if the texts also differ outside of these URLs, or if a URL
 * has two different replacements.
 */
function placesIn(html: string, now: string, addresses: readonly string[]): AddressPair[] | undefined {
  const pairs = pairsOfAddresses(html, now, addresses, (at, _form, next) => {
    // A replacement ends before the character that follows the original URL in the sent text.
    const end = next === '' ? now.length : now.indexOf(next, at);
    return end < 0 ? undefined : end;
  });
  const placed = new Map<string, string>();
  for (const { address, now: form } of pairs ?? []) {
    const found = form.replaceAll('&amp;', '&');
    if ((placed.get(address) ?? found) !== found) return undefined;
    placed.set(address, found);
  }
  return pairs && [...placed].map(([address, found]) => ({ address, now: found }));
}
