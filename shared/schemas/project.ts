import { z } from 'zod';
import { idSchema } from './envelope.ts';

/** An image of a project; `image` is an address under our origin. */
export const projectImageSchema = z.object({ id: idSchema, image: z.string() });

/** A project (docs/product.md §3). */
export const projectSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  images: z.array(projectImageSchema),
  video: z.string().nullish(),
  v_order: z.coerce.number().int(),
  project_url: z.string().nullish(),
  category_id: idSchema,
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
});

export type Project = z.infer<typeof projectSchema>;
