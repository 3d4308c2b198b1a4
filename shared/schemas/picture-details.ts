import { z } from 'zod';

/** Details of a picture for pages: its alternative text, and its focal point in percent. */
const pictureDetailSchema = z.object({
  image: z.string(),
  alt: z.string(),
  focus_x: z.coerce.number().int(),
  focus_y: z.coerce.number().int(),
});

export type PictureDetail = z.infer<typeof pictureDetailSchema>;

/**
 * The picture details in answers about posts, projects, categories and team members (docs/product.md §23), only of
 * pictures that have details. A host may not support them.
 */
export const withPictureDetails = { picture_details: z.array(pictureDetailSchema).optional() };
