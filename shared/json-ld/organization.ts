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
    legalName: site.legal_entity === site.name ? undefined : site.legal_entity,
    url: `${origin}/`,
    logo: origin + logoPath,
    description: site.description,
    slogan: site.tagline || undefined,
    email: site.email,
    telephone: site.phone || undefined,
    address: site.address && postalAddress(site.address),
    sameAs: site.social.length > 0 ? site.social.map(({ url }) => url) : undefined,
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
    alternateName: site.short_name === site.name ? undefined : site.short_name,
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
    streetAddress: street || undefined,
    addressLocality: city,
    addressRegion: region || undefined,
    postalCode: postal_code || undefined,
    addressCountry: countryCode(country) ?? country,
  } as const;
}
