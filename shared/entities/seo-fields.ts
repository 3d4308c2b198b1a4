import { limits } from '../limits.ts';
import { extensionLine, picture } from './field.ts';

// A draft is shown as its page, and these are in search engines and link previews; of lists they are the words themselves.
const not = ['previews', 'lists'] as const;

/**
 * The words of posts and projects for search engines, lists and link previews, where the page's own words are not to be used
 * (docs/product.md §18). A host may know nothing of it.
 */
export const seoFields = {
  excerpt: extensionLine(limits.excerpt, { label: 'Excerpt', not }),
  search_title: extensionLine(limits.searchTitle, { label: 'Search title', not }),
  search_description: extensionLine(limits.searchDescription, { label: 'Search description', not }),
  share_image: picture({ label: 'Share image', extension: true, removable: true, not }),
};

/** The names of the texts, in the order of forms. */
export const seoTexts = ['excerpt', 'search_title', 'search_description'] as const;
