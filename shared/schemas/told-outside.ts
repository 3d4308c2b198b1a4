import { z } from 'zod';
import { limits } from '../limits.ts';
import { optionalLine } from './fields.ts';

/**
 * What posts and projects tell search engines, lists and previews of links, where it is not what the page makes of its own words
 * (docs/product.md §18). `share_image` is an address under our origin. A host may know nothing of it.
 */
export const toldOutside = {
  excerpt: z.string().nullish(),
  search_title: z.string().nullish(),
  search_description: z.string().nullish(),
  share_image: z.string().nullish(),
};

/** The same as it is written. A field that is not sent stays as it is; an empty one is none. */
export const toldOutsideFields = {
  excerpt: optionalLine(limits.excerpt).optional(),
  search_title: optionalLine(limits.searchTitle).optional(),
  search_description: optionalLine(limits.searchDescription).optional(),
};

/** The names of the texts, in the order of forms. */
export const toldOutsideNames = ['excerpt', 'search_title', 'search_description'] as const;
