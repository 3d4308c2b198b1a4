import type { Site, SiteAddress } from '../schemas/site.ts';
import { joinParts } from '../text-direction.ts';

/** Returns the phone number for a `tel:` link. */
export function phoneHref({ phone }: Pick<Site, 'phone'>): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** Returns the postal address, line by line. */
export function addressLines({ street, city, region, postal_code, country }: SiteAddress): string[] {
  const place = postal_code ? `${city} ${postal_code}` : city;
  return [street, place, region, country].filter((line) => line !== undefined);
}

/** Returns city and country, as a short form of the postal address. */
export function shortAddress({ city, country }: SiteAddress): string {
  return joinParts([city, country]);
}

/** Returns the URL of a map on OpenStreetMap. */
export function mapHref(address: SiteAddress): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: addressLines(address).join(', ') })}`;
}
