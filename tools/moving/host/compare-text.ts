import type { MediaReference } from '../../archive/records.ts';
import { type AddressPair, pairsOfAddresses } from '../../archive/text-addresses.ts';
import { picturesInText } from './record-fields.ts';

/** What became of a text at the host, but for the addresses of its pictures. */
export interface ComparedText {
  is: 'same' | 'other blanks' | 'other signs';
  placed: AddressPair[];
}

/** Compares a text with what the host has of it: other addresses may stand in the places of these. */
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
  // A piece of a longer address is none to look for, and stays where it is.
  const others = addresses.filter(
    (address) => now.includes(address) && !placed.some((each) => each.address === address),
  );
  return { is, placed: [...placed, ...others.map((address) => ({ address, now: address }))] };
}

/** Of a text that the host has written anew: its pictures in their order, where it has as many of them. */
function inTurn(html: string, now: string, addresses: ReadonlySet<string>): AddressPair[] {
  const [sent, found] = [picturesInText(html), picturesInText(now)];
  if (sent.length !== found.length) return [];
  return sent.flatMap(({ address }, index) => {
    const there = found[index]?.address;
    return there !== undefined && addresses.has(address) ? [{ address, now: there }] : [];
  });
}

/** Many hosts cut blanks off the ends of what they are sent, or write line ends in their own way. */
export function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Each address once; undefined when anything between them is otherwise. */
function placesIn(html: string, now: string, addresses: readonly string[]): AddressPair[] | undefined {
  const pairs = pairsOfAddresses(html, now, addresses, (at, _form, next) => {
    // An address ends where the one ends that it stands for: at the same sign.
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
