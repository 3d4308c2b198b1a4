import { limits } from '../limits.ts';
import { extensionLine, picture } from './field.ts';

// Left out of previews of drafts: such a preview shows the page that the draft would become, and these fields are not
// on the page. Left out of lists: a list has the excerpt as the description, and does not use the other fields.
const not = ['previews', 'lists'] as const;

/**
 * The texts of posts and projects for search engines, lists and link previews, where they replace the words of the
 * page itself (docs/product.md §18). A host may lack these fields.
 */
export const seoFields = {
  excerpt: extensionLine(limits.excerpt, { label: 'Excerpt', not }),
  search_title: extensionLine(limits.searchTitle, { label: 'Search title', not }),
  search_description: extensionLine(limits.searchDescription, { label: 'Search description', not }),
  share_image: picture({ label: 'Share image', extension: true, removable: true, not }),
};

/** The names of those SEO fields that are texts, in the order of forms. */
export const seoTexts = ['excerpt', 'search_title', 'search_description'] as const;
