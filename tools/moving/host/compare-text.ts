import type { MediaReference } from '../../archive/records.ts';
import { type AddressPair, pairsOfAddresses } from '../../archive/text-addresses.ts';
import { picturesInText } from './record-fields.ts';

/** Result of comparing a text with the host's copy, ignoring the addresses of its pictures. */
export interface ComparedText {
  is: 'same' | 'other blanks' | 'other signs';
  placed: AddressPair[];
}

/** Compares a text with the host's copy, in which these addresses may be replaced by others. */
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
  // An address that is part of a longer one is not searched for, and stays where it is.
  const others = addresses.filter(
    (address) => now.includes(address) && !placed.some((each) => each.address === address),
  );
  return { is, placed: [...placed, ...others.map((address) => ({ address, now: address }))] };
}

/** Pairs the pictures of a text that the host has rewritten by their order, if their number is equal. */
function inTurn(html: string, now: string, addresses: ReadonlySet<string>): AddressPair[] {
  const [sent, found] = [picturesInText(html), picturesInText(now)];
  if (sent.length !== found.length) return [];
  return sent.flatMap(({ address }, index) => {
    const there = found[index]?.address;
    return there !== undefined && addresses.has(address) ? [{ address, now: there }] : [];
  });
}

/** Many hosts trim whitespace, or change line ends. */
export function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Returns each address once; undefined if anything between the addresses differs. */
function placesIn(html: string, now: string, addresses: readonly string[]): AddressPair[] | undefined {
  const pairs = pairsOfAddresses(html, now, addresses, (at, _form, next) => {
    // The replaced address ends before the character that follows the original one.
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
