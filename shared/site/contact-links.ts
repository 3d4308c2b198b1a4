import type { Site, SiteAddress } from '../schemas/site.ts';
import { joinParts } from '../text-direction.ts';

/** The phone number as a `tel:` link takes it. */
export function phoneHref({ phone }: Pick<Site, 'phone'>): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** The address as an envelope has it, line by line. */
export function addressLines({ street, city, region, postal_code, country }: SiteAddress): string[] {
  const place = postal_code ? `${city} ${postal_code}` : city;
  return [street, place, region, country].filter((line) => line !== undefined);
}

/** City and country: where the studio is, in a few words. */
export function shortAddress({ city, country }: SiteAddress): string {
  return joinParts([city, country]);
}

/** A map of the address, on a page of OpenStreetMap. */
export function mapHref(address: SiteAddress): string {
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: addressLines(address).join(', ') })}`;
}
