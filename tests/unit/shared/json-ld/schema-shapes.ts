import { z } from 'zod';

/**
 * schema.org's types as Google's guides require them (developers.google.com/search/docs/appearance/structured-data/…,
 * as of 2026): required and recommended fields, and no field outside the type. Every address is absolute.
 */
const address = z.url({ protocol: /^https?$/ });
const moment = z.iso.datetime();
const context = z.literal('https://schema.org');
const words = z.string().min(1);

const maker = z.strictObject({
  '@type': z.literal('Organization'),
  '@id': address,
  name: words,
  url: address,
  logo: z.strictObject({ '@type': z.literal('ImageObject'), url: address }),
});

/** …/organization */
export const organization = z.strictObject({
  '@context': context,
  '@type': z.literal('Organization'),
  '@id': address,
  name: words,
  legalName: words.optional(),
  url: address,
  logo: address,
  description: words,
  slogan: words.optional(),
  email: z.email(),
  telephone: words.optional(),
  address: z
    .strictObject({
      '@type': z.literal('PostalAddress'),
      streetAddress: words.optional(),
      addressLocality: words,
      addressRegion: words.optional(),
      postalCode: words.optional(),
      addressCountry: words,
    })
    .optional(),
  sameAs: z.array(address).min(1).optional(),
});

/** …/site-names */
export const website = z.strictObject({
  '@context': context,
  '@type': z.literal('WebSite'),
  '@id': address,
  name: words,
  alternateName: words.optional(),
  url: address,
  description: words,
  inLanguage: z.literal('en'),
  publisher: z.strictObject({ '@id': address }),
});

/** …/breadcrumb: at least two steps, counted from 1. */
export const breadcrumbs = z.strictObject({
  '@context': context,
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(z.strictObject({ '@type': z.literal('ListItem'), position: z.int(), name: words, item: address }))
    .min(2)
    .refine((steps) => steps.every(({ position }, index) => position === index + 1)),
});

/** …/article */
export const blogPosting = z.strictObject({
  '@context': context,
  '@type': z.literal('BlogPosting'),
  '@id': address,
  headline: words.max(110),
  description: words.optional(),
  image: z.array(address).min(1),
  datePublished: moment,
  dateModified: moment,
  author: maker,
  publisher: maker,
  mainEntityOfPage: z.strictObject({ '@type': z.literal('WebPage'), '@id': address }),
  url: address,
});

const person = z.strictObject({ '@type': z.literal('Person'), name: words });

/** schema.org/CreativeWork; Google has no guide to it. */
export const creativeWork = z.strictObject({
  '@context': context,
  '@type': z.literal('CreativeWork'),
  '@id': address,
  name: words,
  description: words.optional(),
  image: z.array(address).min(1),
  genre: words.optional(),
  dateCreated: z.union([moment, z.string().regex(/^\d{4}$/)]).optional(),
  dateModified: moment.optional(),
  creator: maker,
  contributor: z
    .array(
      z.union([person, z.strictObject({ '@type': z.literal('Role'), roleName: words, contributor: person })]),
    )
    .optional(),
  url: address,
});

/** …/job-posting; job-posting.test.ts has all of its fields. */
export const jobPosting = z.looseObject({
  '@context': context,
  '@type': z.literal('JobPosting'),
  title: words,
  url: address,
  datePosted: z.iso.date(),
  validThrough: moment,
});
