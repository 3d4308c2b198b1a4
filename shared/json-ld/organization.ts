import { countryCode } from '../country-code.ts';
import type { SiteAddress } from '../schemas/site.ts';
import type { SiteInfo } from '../site/site-info.ts';
import type { HiringCompany } from './job-posting.ts';

/** The id of the company's markup, by which the markup of other pages refers to it. */
const organizationId = (origin: string) => `${origin}/#organization`;

/** An icon of the site, large enough for search engines (Google asks for 112 px at least). */
const logoPath = '/icon-512.png';

/**
 * Returns the company as schema.org markup
 * (developers.google.com/search/docs/appearance/structured-data/organization). The home page contains it; other pages
 * refer to it by its `@id`.
 */
export function organizationJsonLd({ site, origin }: SiteInfo) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': organizationId(origin),
    name: site.name,
    ...(site.legal_entity !== site.name && { legalName: site.legal_entity }),
    url: `${origin}/`,
    logo: origin + logoPath,
    description: site.description,
    ...(site.tagline && { slogan: site.tagline }),
    email: site.email,
    ...(site.phone && { telephone: site.phone }),
    ...(site.address && { address: postalAddress(site.address) }),
    ...(site.social.length > 0 && { sameAs: site.social.map(({ url }) => url) }),
  } as const;
}

/**
 * Returns the schema.org markup of the site. Search results take from it the site's name, which they show above a
 * link.
 */
export function websiteJsonLd({ site, origin }: SiteInfo) {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: site.name,
    ...(site.short_name !== site.name && { alternateName: site.short_name }),
    url: `${origin}/`,
    description: site.description,
    inLanguage: site.language,
    publisher: { '@id': organizationId(origin) },
  } as const;
}

/** Returns the company as the publisher or maker of a page's content. */
export function publisher({ site, origin }: SiteInfo) {
  return {
    '@type': 'Organization',
    '@id': organizationId(origin),
    name: site.name,
    url: `${origin}/`,
    logo: { '@type': 'ImageObject', url: origin + logoPath },
  } as const;
}

/** Returns the company as job postings name it. */
export function hiringCompany({ site, origin }: SiteInfo): HiringCompany {
  return {
    name: site.name,
    url: `${origin}/`,
    logo: origin + logoPath,
    country: site.address?.country,
    zone: site.time_zone,
  };
}

function postalAddress({ street, city, region, postal_code, country }: SiteAddress) {
  return {
    '@type': 'PostalAddress',
    ...(street && { streetAddress: street }),
    addressLocality: city,
    ...(region && { addressRegion: region }),
    ...(postal_code && { postalCode: postal_code }),
    addressCountry: countryCode(country) ?? country,
  } as const;
}
