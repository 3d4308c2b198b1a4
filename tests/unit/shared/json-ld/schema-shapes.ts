import { z } from 'zod';

/**
 * schema.org's types with the fields that Google's guides require of them
 * (developers.google.com/search/docs/appearance/structured-data/…, as of 2026). Every address is absolute.
 */
const address = z.url({ protocol: /^https?$/ });
const moment = z.iso.datetime();
const words = z.string().min(1);

const thing = <Shape extends z.ZodRawShape>(type: string, shape: Shape) =>
  z.looseObject({ '@type': z.literal(type), ...shape });
const page = <Shape extends z.ZodRawShape>(type: string, shape: Shape) =>
  thing(type, { '@context': z.literal('https://schema.org'), ...shape });

const maker = thing('Organization', {
  name: words,
  url: address,
  logo: thing('ImageObject', { url: address }),
});
const work = { '@id': address, url: address, image: z.array(address).min(1) };

export const organization = page('Organization', {
  '@id': address,
  name: words,
  url: address,
  logo: address,
  description: words,
  email: z.email(),
  sameAs: z.array(address).min(1).optional(),
});
export const website = page('WebSite', { '@id': address, name: words, url: address, inLanguage: words });
/** At least two steps, counted from 1. */
export const breadcrumbs = page('BreadcrumbList', {
  itemListElement: z
    .array(thing('ListItem', { position: z.int(), name: words, item: address }))
    .min(2)
    .refine((steps) => steps.every(({ position }, index) => position === index + 1)),
});
export const blogPosting = page('BlogPosting', {
  ...work,
  headline: words.max(110),
  datePublished: moment,
  dateModified: moment,
  author: maker,
  publisher: maker,
});
export const creativeWork = page('CreativeWork', { ...work, name: words, creator: maker });
/** Its fields are in job-posting.test.ts. */
export const jobPosting = page('JobPosting', {
  title: words,
  url: address,
  datePosted: z.iso.date(),
  validThrough: moment,
});
