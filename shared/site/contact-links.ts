import type { SiteAddress } from '../schemas/site.ts';
import { joinParts } from '../text-direction.ts';
import { toWellFormed } from '../text-formats.ts';

/** Returns the URL of a link that writes to the email address (RFC 6068). */
export function mailHref(email: string) {
  return `mailto:${encodeURIComponent(toWellFormed(email)).replaceAll('%40', '@')}`;
}

/**
 * Returns the URL of a link that calls the phone number (RFC 3966): without the 0 that is dialled only within the
 * country, and with its extension apart.
 */
export function phoneHref(phone: string) {
  const [number = '', extension = ''] = phone.split(/[\p{L}#,;]\D*/u);
  const dialled = number.replace(/^(\+.*)[([]0[)\]]/, '$1').replace(/[^\d+]/g, '');
  return `tel:${dialled}${extension && `;ext=${extension}`}`;
}

/** Returns the postal address, line by line; no lines for a company without an address. */
export function addressLines(address: SiteAddress | undefined) {
  if (!address) return [];
  const { street, city, region, postal_code, country, postal_order } = address;
  const withRegion = postal_order === 'region' && postal_code !== undefined && region !== undefined;
  const place = withRegion
    ? `${city}, ${region} ${postal_code}`
    : (postal_order === 'before' ? [postal_code, city] : [city, postal_code]).filter(Boolean).join(' ');
  return [street, place, withRegion ? undefined : region, country].filter((line) => line !== undefined);
}

/** Returns city and country, as a short form of the postal address. */
export function shortAddress({ city, country }: SiteAddress) {
  return joinParts([city, country]);
}

/** Returns the URL of a map on OpenStreetMap. */
export function mapHref(address: SiteAddress) {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: addressLines(address).join(', ') })}`;
}
