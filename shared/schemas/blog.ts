import { z } from 'zod';
import { idSchema } from './envelope.ts';

/**
 * A blog post (docs/product.md §3). `is_active` is 0 or 1; `description` is rich HTML; `blog_image` an address under our
 * origin.
 */
export const blogSchema = z.object({
  id: idSchema,
  blog_title: z.string(),
  description: z.string(),
  blog_image: z.string().nullish(),
  is_active: z.coerce.number().int(),
  created_at: z.string(),
  updated_at: z.string().optional(),
});

export type Blog = z.infer<typeof blogSchema>;
