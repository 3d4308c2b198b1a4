import { z } from 'zod';
import { binary, fieldsOf, optionalBinary, rich, title, version } from './fields.ts';
import { idField, idSchema } from './id.ts';
import { withPictureDetails } from './picture-details.ts';
import { toldOutside, toldOutsideFields } from './told-outside.ts';

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
  ...toldOutside,
  ...withPictureDetails,
  created_at: z.string(),
  updated_at: z.string().optional(),
});

/** What an admin writes of a post (docs/product.md §5); the image goes with it as a file. */
export const blogInputSchema = fieldsOf({
  blog_title: title('blog.titleRequired'),
  is_active: binary('blog.activeRequired'),
  description: rich('blog.descriptionRequired'),
  ...toldOutsideFields,
});

/** The same of a post that is there already. */
export const blogChangeSchema = blogInputSchema.extend({
  blog_id: idField(),
  updated_at: version(),
  remove_share_image: optionalBinary(),
});

export type Blog = z.infer<typeof blogSchema>;
export type BlogInput = z.infer<typeof blogInputSchema>;
