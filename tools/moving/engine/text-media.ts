import { placeOfAddress } from '../../../server/content-api/media/addresses.ts';
import type { MediaReference } from '../../archive/records.ts';
import { type AddressPair, pairsOfAddresses } from '../../archive/text-addresses.ts';

/** Matches the path of a stored file anywhere in a text. Pictures embedded as `data:` URLs contain no such path. */
const stored = /\/storage\/\d{4}\/[0-9a-f]{32}\.[a-z0-9]{3,4}(?![\w.~%-])/g;

/** Returns the pictures of this site to which a rich text refers, each once. */
export function storedInText(html: string): MediaReference[] {
  const found = new Set(html.match(stored) ?? []);
  return [...found].filter((address) => isPicture(address)).map((address) => ({ file: null, address }));
}

function isPicture(address: string): boolean {
  return placeOfAddress(address)?.type.startsWith('image/') === true;
}

/**
 * Compares a text with a later form of it. They must be equal except for these URLs, each of which may have been
 * replaced by the path of a stored file. Returns the replacements; undefined if anything else differs.
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
