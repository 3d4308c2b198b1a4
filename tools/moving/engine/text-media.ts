import { placeOfAddress } from '../../../server/content-api/media/addresses.ts';
import type { MediaReference } from '../../archive/records.ts';
import { type AddressPair, pairsOfAddresses } from '../../archive/text-addresses.ts';

/** Addresses of stored files, anywhere in a text. Pictures embedded as data contain no such string. */
const stored = /\/storage\/\d{4}\/[0-9a-f]{32}\.[a-z0-9]{3,4}(?![\w.~%-])/g;

/** Returns the pictures that a rich text names by addresses on this site's origin, each once. */
export function storedInText(html: string): MediaReference[] {
  const found = new Set(html.match(stored) ?? []);
  return [...found].filter((address) => isPicture(address)).map((address) => ({ file: null, address }));
}

function isPicture(address: string): boolean {
  return placeOfAddress(address)?.type.startsWith('image/') === true;
}

/**
 * Compares a text with its later form: both must be equal except for these addresses, which may be replaced by others
 * of this site. Returns the pairs; undefined if anything else differs.
 */
export function pairsOfTexts(
  html: string,
  now: string,
  addresses: readonly string[],
): AddressPair[] | undefined {
  if (html === now) return addresses.map((address) => ({ address, now: address }));
  return pairsOfAddresses(html, now, addresses, (at, form) => {
    const found = now.startsWith(form, at) ? form : storedAt(now, at);
    return found === undefined ? undefined : at + found.length;
  });
}

function storedAt(text: string, at: number): string | undefined {
  const sticky = new RegExp(stored.source, 'y');
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}
