import { z } from 'zod';

/** The answer of sitePage: a text of the company's own. */
export const sitePageSchema = z.object({
  /** The title of the page; null for a legal text, whose page has a title of its own. */
  title: z.string().nullable(),
  /** Rich text; empty for a legal page that shows the product's text. */
  text: z.string(),
  /** The day on which a legal text last changed; null if it is unknown. */
  updated: z.string().nullable(),
  search_title: z.string().optional(),
  search_description: z.string().optional(),
});

export type SitePage = z.infer<typeof sitePageSchema>;
