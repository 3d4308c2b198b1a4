import { z } from 'zod';
import { limits } from '../limits.ts';
import { fieldsOf, integer, optionalBinary, optionalUrl, rich, title, version } from './fields.ts';
import { idField, idSchema } from './id.ts';
import { withPictureDetails } from './picture-details.ts';
import { toldOutside, toldOutsideFields } from './told-outside.ts';

/** An image of a project; `image` is an address under our origin. */
const projectImageSchema = z.object({ id: idSchema, image: z.string() });

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
  ...toldOutside,
  ...withPictureDetails,
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
});

/** What an admin writes of a project (docs/product.md §5); images and video go with it as files. */
export const projectInputSchema = fieldsOf({
  title: title('project.titleRequired'),
  category_id: idField('project.categoryRequired'),
  v_order: integer(0, limits.order, 'project.orderRequired'),
  description: rich('project.descriptionRequired'),
  project_url: optionalUrl(),
  ...toldOutsideFields,
});

/** The same of a project that is there already, whose video can be taken away. */
export const projectChangeSchema = projectInputSchema.extend({
  updated_at: version(),
  remove_video: optionalBinary(),
  remove_share_image: optionalBinary(),
});

export type Project = z.infer<typeof projectSchema>;
export type ProjectInput = z.infer<typeof projectInputSchema>;
