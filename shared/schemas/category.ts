import { z } from 'zod';
import { fieldsOf, title, version } from './fields.ts';
import { idSchema } from './id.ts';
import { withPictureDetails } from './picture-details.ts';

/** A technology logo of a category (docs/product.md §3). `image` is an address under our origin. */
const techImageSchema = z.object({ id: idSchema, image: z.string() });

/** A project category (docs/product.md §3). The main image may arrive as `image` or as `images`. */
export const categorySchema = z.object({
  id: idSchema,
  title: z.string(),
  image: z.string().nullish(),
  images: z.union([z.string(), z.array(z.string())]).nullish(),
  tech_img: z.array(techImageSchema).default([]),
  /** Ours: how many projects it has. */
  projects_count: z.coerce.number().int().nonnegative().optional(),
  ...withPictureDetails,
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
});

/** What an admin writes of a category (docs/product.md §5); image and logos go with it as files. */
export const categoryInputSchema = fieldsOf({ title: title('category.titleRequired') });

/** The same of a category that is there already. */
export const categoryChangeSchema = categoryInputSchema.extend({ updated_at: version() });

export type TechImage = z.infer<typeof techImageSchema>;
export type Category = z.infer<typeof categorySchema>;
