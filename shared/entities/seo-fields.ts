import { limits } from '../limits.ts';
import { picture, unsentLine } from './field.ts';

// A draft is shown as its page, and these are in lists, search engines and link previews.
const not = ['previews'] as const;

/**
 * What posts and projects tell search engines, lists and link previews, where it is not what the page makes of its own words
 * (docs/product.md §18). A host may know nothing of it.
 */
export const seoFields = {
  excerpt: unsentLine(limits.excerpt, { label: 'Excerpt', not }),
  search_title: unsentLine(limits.searchTitle, { label: 'Search title', not }),
  search_description: unsentLine(limits.searchDescription, { label: 'Search description', not }),
  share_image: picture({ label: 'Share image', not }),
};

/** The names of the texts, in the order of forms. */
export const seoTexts = ['excerpt', 'search_title', 'search_description'] as const;
